import { config } from '#domain/platform/config.ts';
import { fetchFor } from '#domain/platform/network/outgoing.ts';

const fetchLms = fetchFor('lms');
/** Of one call, in ms, and of its answer, in bytes: a list of a hundred members, or a set of keys, is far shorter. */
const WITHIN_MS = 12_000;
const MOST_BYTES = 1_000_000;
const LOOPBACK = /^(localhost|127\.0\.0\.1)$/;

/**
 * A platform that did not answer as it must. `away`: it could not be reached, or was busy; `refused`: it said no, and another try will
 * not help; `unauthorised`: it did not take the token.
 */
export class LmsFailure extends Error {
  readonly kind: 'away' | 'refused' | 'unauthorised';
  readonly status: number | null;

  constructor(kind: LmsFailure['kind'], what: string, { status = null, cause }: { status?: number | null; cause?: unknown } = {}) {
    super(what, { cause });
    this.name = 'LmsFailure';
    this.kind = kind;
    this.status = status;
  }
}

/**
 * Reads an address that a platform, or whoever registers it, has named: https on its default port without user and fragment. Where it
 * leads is checked when it is connected to (`lms` of `purposes.ts`). Beside stand-ins also http of this machine.
 * @returns null for any other
 */
export function lmsAddress(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isStandIn = config().hasStandIns && LOOPBACK.test(url.hostname);
  if (url.username || url.password || url.hostname === '') return null;
  if (!isStandIn && (url.protocol !== 'https:' || url.port !== '')) return null;
  if (isStandIn && !/^https?:$/.test(url.protocol)) return null;
  url.hash = '';
  return url;
}

export interface LmsCall {
  readonly method?: 'GET' | 'POST';
  readonly accept: string;
  readonly bearer?: string;
  readonly contentType?: string;
  readonly body?: string;
}

export interface LmsAnswer {
  readonly status: number;
  readonly json: unknown;
  /** The `Link` header; empty without one. */
  readonly link: string;
}

/**
 * Calls an address of a platform. Redirects are not followed: what a platform names is where it is.
 * @returns a success: its body parsed, null where it is no JSON
 * @throws LmsFailure
 */
export async function askLms(address: string, { method = 'GET', accept, bearer, contentType, body }: LmsCall): Promise<LmsAnswer> {
  const url = lmsAddress(address);
  if (!url) throw new LmsFailure('refused', 'The platform names an address that cannot be called.');
  let response: Response;
  let text: string;
  try {
    response = await fetchLms(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(WITHIN_MS),
      headers: {
        accept,
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        ...(contentType !== undefined && { 'content-type': contentType }),
      },
      ...(body !== undefined && { body }),
    });
    text = await readText(response);
  } catch (error) {
    throw error instanceof LmsFailure ? error : new LmsFailure('away', 'The platform could not be reached.', { cause: error });
  }
  const { status } = response;
  if (status === 401) throw new LmsFailure('unauthorised', 'The platform answered 401.', { status });
  if (status === 429 || status >= 500) throw new LmsFailure('away', `The platform answered ${status}.`, { status });
  if (!response.ok) throw new LmsFailure('refused', `The platform answered ${status}.`, { status });
  return { status, json: parsed(text), link: response.headers.get('link') ?? '' };
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new LmsFailure('refused', 'The platform answered with too much.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
