import type { IncomingMessage } from 'node:http';
import { config } from '#domain/platform/config.ts';
import { AddressRefused, askStranger, boundedBytes, readStrangersAddress } from '#domain/platform/network/ask-stranger.ts';
import { OutsideFailure } from '#domain/platform/secrets/outside-failure.ts';

/** Size limit of metadata, keys and tokens; real ones have a few kilobytes. */
const MOST_BYTES = 256 * 1024;
const WITHIN_MS = 10_000;
const LONGEST_ADDRESS = 2_000;

/** The provider could not be asked; `message` is for its administrators. */
export class NotAsked extends OutsideFailure {
  constructor(why: string, cause?: unknown) {
    super(why, { cause });
    this.name = 'NotAsked';
  }
}

/** Tells whether the provider is a sandbox stand-in; only those may use loopback and plain HTTP. */
export const isStandIn = (url: URL): boolean => config().hasStandIns && url.protocol === 'http:' && url.hostname === '127.0.0.1';

/** Parses a provider's address, which must use TLS and be on the public internet. @throws NotAsked */
export function readProviderAddress(text: string): URL {
  if (URL.canParse(text) && isStandIn(new URL(text))) return new URL(text);
  try {
    const url = readStrangersAddress(text, LONGEST_ADDRESS);
    if (url.protocol === 'https:') return url;
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    throw new NotAsked(error.message, error);
  }
  throw new NotAsked('it does not begin with https://');
}

interface Sent {
  readonly method?: string;
  readonly headers?: Headers | Record<string, string>;
  readonly body?: unknown;
}

/**
 * Fetches a document that an organisation's provider publishes. Redirects are not followed, and compressed answers are rejected because
 * their size could not be limited.
 * @throws NotAsked
 */
export async function askProvider(address: string, { method = 'GET', headers, body }: Sent = {}): Promise<Response> {
  const url = readProviderAddress(address);
  const sent = { ...Object.fromEntries(new Headers(headers)), 'user-agent': 'Coursewright', 'accept-encoding': 'identity' };
  const signal = AbortSignal.timeout(WITHIN_MS);
  const way = method === 'POST' ? 'POST' : 'GET';
  let answer: IncomingMessage | null = null;
  try {
    answer = await askStranger('organisations', url, {
      method: way,
      headers: sent,
      signal,
      ...(body !== undefined && body !== null && { body: String(body) }),
    });
    if (!['', 'identity'].includes(answer.headers['content-encoding'] ?? '')) throw new NotAsked('the answer was packed');
    const bytes = await boundedBytes(answer, MOST_BYTES);
    const status = answer.statusCode ?? 500;
    const named = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as [string, string]);
    return new Response(status === 204 || status === 304 ? null : bytes, { status, headers: named });
  } catch (error) {
    throw error instanceof NotAsked ? error : new NotAsked(error instanceof Error ? error.message : String(error), error);
  } finally {
    answer?.destroy();
  }
}
