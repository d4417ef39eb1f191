import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { IncomingMessage } from 'node:http';
import { Webhook as Signer } from 'standardwebhooks';
import { WEBHOOK_EVENTS, type WebhookEvent } from '#contract/webhooks/webhook-events.ts';
import { KEPT_ANSWER_BYTES, WEBHOOK_URL_CHARS } from '#contract/webhooks/webhooks.contract.ts';
import { config } from '#domain/platform/config.ts';
import { AddressRefused, askStranger, readStrangersAddress } from '#domain/platform/network/ask-stranger.ts';
import { storableText } from '#domain/platform/storable.ts';
import { seal, unseal } from '#domain/platform/secrets/sealed.ts';
import type { WebhookEvent as Row } from './webhook.model.ts';

/** Prefix of every secret, as in the specification; base 64 of this many random bytes follows. */
const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;
/** Time limit from the name lookup to the end of the stored part of the response. */
const WITHIN_MS = 10_000;
/** Host names that do not lead outside. */
const INSIDE = /(^|\.)(local|localhost|internal|home|lan)\.?$/i;

/** The context under which a secret is encrypted, so that it cannot be decrypted in another row. */
export const secretContext = (webhookId: string): string => `webhook:${webhookId}`;

/** Creates a secret. @returns the secret to show once, and its encrypted form for the database */
export function newWebhookSecret(webhookId: string): { secret: string; sealed: Buffer } {
  const secret = SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
  return { secret, sealed: seal(Buffer.from(secret), secretContext(webhookId)) };
}

/** Decrypts the secrets that are valid for signing, newest first; empty when they were encrypted with another installation's secret. */
export const secretsOf = (webhookId: string, sealed: readonly (Buffer | null)[]): string[] =>
  sealed.flatMap((one) => (one && unseal(one, secretContext(webhookId))?.toString()) ?? []);

/** A receiver on the developer's own machine. */
const isStandIn = (text: string): boolean =>
  config().hasStandIns && URL.canParse(text) && new URL(text).protocol === 'http:' && new URL(text).hostname === '127.0.0.1';

/**
 * Parses the address of a receiver: https on the default port, by a name on the public internet. On a development machine, also an http
 * address of the machine itself.
 * @throws AddressRefused
 */
export function readWebhookAddress(text: string): URL {
  if (isStandIn(text)) return new URL(text);
  const url = readStrangersAddress(text, WEBHOOK_URL_CHARS);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (url.protocol !== 'https:' && !config().hasStandIns) throw new AddressRefused('address');
  if (isIP(host) === 0 && (!host.includes('.') || INSIDE.test(host))) throw new AddressRefused('private');
  return url;
}

type Told = Pick<Row, 'id' | 'type' | 'created_at' | 'object_id' | 'seq' | 'data'>;

/** Returns the body of an event, the same for every try. */
export function bodyOf({ id, type, created_at: at, object_id: objectId, seq, data }: Told): string {
  const { object } = WEBHOOK_EVENTS[type as WebhookEvent];
  return JSON.stringify({ id, type, timestamp: at.toISOString(), object: { type: object, id: objectId, version: Number(seq) }, data });
}

/** The outcome of one try. */
export interface Outcome {
  readonly at: Date;
  readonly tookMs: number;
  /** HTTP status; null without a response. */
  readonly status: number | null;
  readonly answer: string | null;
  /** The error, if there was no response. */
  readonly error: string | null;
  /** Seconds for which the receiver asks not to be called. */
  readonly retryAfterS: number;
}

interface Sent {
  readonly url: string;
  readonly id: string;
  readonly body: string;
  readonly secrets: readonly string[];
}

/** Sends an event, signed by Standard Webhooks with every valid secret. Never throws, and takes ten seconds at most. */
export async function sendWebhook({ url, id, body, secrets }: Sent): Promise<Outcome> {
  const [at, from] = [new Date(), performance.now()];
  const took = () => Math.round(performance.now() - from);
  const signal = AbortSignal.timeout(WITHIN_MS);
  const { promise: late, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason as Error));
  try {
    if (secrets.length === 0) throw new Error('the secret cannot be decrypted: create a new one');
    const headers = {
      'User-Agent': 'Coursewright-Webhooks',
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': secrets.map((secret) => new Signer(secret).sign(id, at, body)).join(' '),
    };
    // a name lookup does not observe the signal
    const asked = askStranger('webhooks', readWebhookAddress(url), { method: 'POST', headers, body, signal });
    asked.then((answer) => signal.aborted && answer.destroy()).catch(() => undefined);
    const answer = await Promise.race([asked, late]);
    const text = await Promise.race([beginningOf(answer), late]).catch(() => null);
    return { at, tookMs: took(), status: answer.statusCode ?? 0, answer: text, error: null, retryAfterS: restOf(answer) };
  } catch (error) {
    return {
      at,
      tookMs: took(),
      status: null,
      answer: null,
      error: signal.aborted ? 'no answer within 10 s' : wordsOf(error),
      retryAfterS: 0,
    };
  } finally {
    late.catch(() => undefined);
  }
}

/** Reads the part of a response that is stored, and discards the rest. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= KEPT_ANSWER_BYTES) break;
    }
  } catch {
    // the status counts, with the part of the response that arrived
  }
  answer.destroy();
  return storableText(Buffer.concat(chunks).subarray(0, KEPT_ANSWER_BYTES).toString('utf8'));
}

const LONGEST_REST_S = 3_600;
/** Reads `Retry-After`, in seconds or as a date. */
function restOf({ headers }: IncomingMessage): number {
  const asked = headers['retry-after'] ?? '0';
  const seconds = /^\d+$/.test(asked) ? Number(asked) : (Date.parse(asked) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), LONGEST_REST_S) : 0;
}

const LONGEST_WORDS = 300;
/** Returns the message of an error; of one with several causes, one per address of a name, that of the first. */
function wordsOf(error: unknown): string {
  const one = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  return storableText((one instanceof Error ? one.message : String(one)).slice(0, LONGEST_WORDS));
}
