import type { IncomingMessage } from 'node:http';
import { config } from '#domain/platform/config.ts';
import { AddressRefused, askStranger, boundedBytes, readStrangersAddress } from '#domain/platform/network/ask-stranger.ts';
import { OutsideFailure } from '#domain/platform/secrets/outside-failure.ts';

/** Of metadata, keys and tokens; real ones have some kilobytes. */
const MOST_BYTES = 256 * 1024;
const WITHIN_MS = 10_000;
const LONGEST_ADDRESS = 2_000;

/** A provider that could not be asked; `message` is for its administrators. */
export class NotAsked extends OutsideFailure {
  constructor(why: string, cause?: unknown) {
    super(why, { cause });
    this.name = 'NotAsked';
  }
}

/** Tells whether it is a stand-in of the sandbox, which alone may be on loopback and do without TLS. */
export const isStandIn = (url: URL): boolean => config().hasStandIns && url.protocol === 'http:' && url.hostname === '127.0.0.1';

/** Reads the address of a provider: by TLS, on the public internet. @throws NotAsked */
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
 * A `fetch` of what an organisation's provider publishes. It follows no redirect, and accepts no packed answer, which could not be counted.
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
