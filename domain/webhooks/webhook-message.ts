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

/** How every secret begins, as the specification has it; then base 64 of so many random bytes. */
const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;
/** From the question for the name to the end of what is kept of the answer. */
const WITHIN_MS = 10_000;
/** Names that lead nowhere outside. */
const INSIDE = /(^|\.)(local|localhost|internal|home|lan)\.?$/i;

/** What a secret is sealed for: one that is moved to another row cannot be read. */
export const secretContext = (webhookId: string): string => `webhook:${webhookId}`;

/** Makes a secret. @returns it as it is shown once, and sealed for the database */
export function newWebhookSecret(webhookId: string): { secret: string; sealed: Buffer } {
  const secret = SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
  return { secret, sealed: seal(Buffer.from(secret), secretContext(webhookId)) };
}

/** Reads the secrets that sign now, the newest first; none: another installation's secret sealed them. */
export const secretsOf = (webhookId: string, sealed: readonly (Buffer | null)[]): string[] =>
  sealed.flatMap((one) => (one && unseal(one, secretContext(webhookId))?.toString()) ?? []);

/** A receiver on the developer's own machine. */
const isStandIn = (text: string): boolean =>
  config().hasStandIns && URL.canParse(text) && new URL(text).protocol === 'http:' && new URL(text).hostname === '127.0.0.1';

/**
 * Reads an address that events are to be sent to: https on its own port, by a name of the public internet. On a development machine also a
 * plain one of this machine.
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

/** What became of one try. */
export interface Outcome {
  readonly at: Date;
  readonly tookMs: number;
  /** HTTP status; null: there was no answer. */
  readonly status: number | null;
  readonly answer: string | null;
  /** The error, if there was no response. */
  readonly error: string | null;
  /** Seconds that the receiver asks to be left alone for. */
  readonly retryAfterS: number;
}

interface Sent {
  readonly url: string;
  readonly id: string;
  readonly body: string;
  readonly secrets: readonly string[];
}

/** Sends an event, signed by Standard Webhooks with every secret that is valid. Never throws, and takes ten seconds at most. */
export async function sendWebhook({ url, id, body, secrets }: Sent): Promise<Outcome> {
  const [at, from] = [new Date(), performance.now()];
  const took = () => Math.round(performance.now() - from);
  const signal = AbortSignal.timeout(WITHIN_MS);
  const { promise: late, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason as Error));
  try {
    if (secrets.length === 0) throw new Error('the secret cannot be read: make a new one');
    const headers = {
      'User-Agent': 'Coursewright-Webhooks',
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': secrets.map((secret) => new Signer(secret).sign(id, at, body)).join(' '),
    };
    // asking for a name does not know the signal
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

/** Reads as much of an answer as is kept, and leaves the rest. */
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
    // its status counts; this much of it came
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
/** The first word of an error that several addresses of a name have caused. */
function wordsOf(error: unknown): string {
  const one = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  return storableText((one instanceof Error ? one.message : String(one)).slice(0, LONGEST_WORDS));
}
