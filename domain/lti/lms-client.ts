import type { IncomingMessage } from 'node:http';
import { config } from '#domain/platform/config.ts';
import { isIP } from 'node:net';
import { AnswerTooLong, askStranger, boundedBytes, hostOf, isHost } from '#domain/platform/network/ask-stranger.ts';
import { mayReach } from '#domain/platform/network/purposes.ts';
import { OutsideFailure } from '#domain/platform/secrets/outside-failure.ts';
import { storableText } from '#domain/platform/storable.ts';

/** Limits of one call, in ms, and of its response, in bytes; a list of a hundred members or a key set is far smaller. */
const WITHIN_MS = 12_000;
const MOST_BYTES = 1_000_000;
const LOOPBACK = /^(localhost|127\.0\.0\.1)$/;
const isStandIn = ({ hostname }: URL): boolean => config().hasStandIns && LOOPBACK.test(hostname);

/**
 * A platform's failure. `away`: unreachable or busy; `refused`: rejected, and another try will not help; `unauthorised`: it did not accept
 * the token.
 */
export class LmsFailure extends OutsideFailure {
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
 * Reads an address that a platform or its registrar has named. It must be https on the default port, without user; the fragment is removed.
 * Its destination is checked when connecting (`lms` of `purposes.ts`). Where stand-ins are used, http on this machine is allowed too. Its
 * origin may be used in a policy.
 * @returns null for any other address
 */
export function lmsAddress(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username || url.password || !isHost(url)) return null;
  if (!isStandIn(url) && (url.protocol !== 'https:' || url.port !== '')) return null;
  if (isStandIn(url) && !/^https?:$/.test(url.protocol)) return null;
  if (!isStandIn(url) && isIP(hostOf(url)) !== 0 && !mayReach('lms', hostOf(url), { isPublic: true })) return null;
  url.hash = '';
  return url;
}

/** Validates an address before it is called. @throws LmsFailure refused */
export function calledAddress(text: string): URL {
  const url = lmsAddress(text);
  if (!url) throw new LmsFailure('refused', 'The platform names an address that cannot be called.');
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
  /** The `Link` header, or an empty text. */
  readonly link: string;
}

/**
 * Calls an address of a platform, without following redirects.
 * @returns a successful response with its parsed body, null unless it is JSON
 * @throws LmsFailure
 */
export async function askLms(address: string, { method = 'GET', accept, bearer, contentType, body }: LmsCall): Promise<LmsAnswer> {
  const url = calledAddress(address);
  const headers = {
    'user-agent': 'Coursewright',
    // the size of a compressed response could not be limited
    'accept-encoding': 'identity',
    accept,
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    ...(contentType !== undefined && { 'content-type': contentType }),
  };
  const { status, headers: named, text } = await exchange(url, { method, headers, ...(body !== undefined && { body }) });
  if (status < 200 || status > 299) throw new LmsFailure(kindOf(status), answered(status, text), { status });
  if (!['', 'identity'].includes(named['content-encoding'] ?? '')) throw new LmsFailure('refused', 'The platform packed its answer.');
  return { status, json: parsed(text), link: [named.link ?? []].flat().join(', ') };
}

const kindOf = (status: number): LmsFailure['kind'] =>
  status === 401 ? 'unauthorised' : status === 429 || status >= 500 ? 'away' : 'refused';

const MOST_WORDS = 200;
/** Fields in which platforms report errors: OAuth 2.0 (RFC 6749), Canvas, Moodle and others. */
const PLACES = ['error_description', 'message', 'errorMessage', 'error', 'reason', 'detail', 'title'] as const;

/** Describes a platform's error response, in its own words if there are any. */
function answered(status: number, text: string): string {
  const words = wordsIn(parsed(text)) ?? (/^[^<>{}[\]]{1,200}$/.test(text.trim()) ? text : null);
  const clean = words === null ? '' : storableText(words).replace(/\s+/g, ' ').trim().slice(0, MOST_WORDS);
  return clean === '' ? `The platform answered ${status}.` : `The platform answered ${status}: ${clean}`;
}

function wordsIn(json: unknown): string | null {
  if (typeof json === 'string') return json;
  if (typeof json !== 'object' || json === null) return null;
  const errors = (json as { errors?: unknown }).errors;
  const of: Record<string, unknown> = { ...json };
  const own = PLACES.map((place) => of[place]).find((value) => typeof value === 'string' && value !== '') as string | undefined;
  return own ?? wordsIn(Array.isArray(errors) ? errors[0] : errors);
}

type Exchanged = Pick<IncomingMessage, 'headers'> & { readonly status: number; readonly text: string };

/** Sends one request and reads its response, within the time limit of a call. @throws LmsFailure */
async function exchange(url: URL, sent: Omit<Parameters<typeof askStranger>[2], 'signal'>): Promise<Exchanged> {
  const signal = AbortSignal.timeout(WITHIN_MS);
  const { promise: late, reject } = Promise.withResolvers<never>();
  late.catch(() => undefined);
  signal.addEventListener('abort', () => reject(signal.reason as Error));
  let answer: IncomingMessage | null = null;
  try {
    // name servers do not know this machine's name
    if (isStandIn(url)) url.hostname = '127.0.0.1';
    // a name lookup does not observe the signal
    const asked = askStranger('lms', url, { ...sent, signal });
    asked.then((one) => signal.aborted && one.destroy()).catch(() => undefined);
    answer = await Promise.race([asked, late]);
    const bytes = await Promise.race([boundedBytes(answer, MOST_BYTES), late]);
    return { status: answer.statusCode ?? 500, headers: answer.headers, text: bytes.toString('utf8') };
  } catch (error) {
    if (error instanceof AnswerTooLong) throw new LmsFailure('refused', 'The platform answered with too much.', { cause: error });
    throw new LmsFailure('away', 'The platform could not be reached.', { cause: error });
  } finally {
    answer?.destroy();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Returns the address of the next page named by a `Link` header (RFC 8288), on the same host; null at the end.
 * @throws LmsFailure for another host
 */
export function nextPage(link: string, current: string): string | null {
  for (const [, target = '', parameters = ''] of link.slice(0, 8_000).matchAll(/<([^>]{1,2000})>([^<]*)/g)) {
    // Moodle's quotation marks are typographic and arrive as other bytes; its addresses are escaped as in HTML
    if (!/;\s*rel\s*=\W*(?:[\w ]*\s)?next\b/i.test(parameters.replaceAll(/[^\x20-\x7e]+/g, '"'))) continue;
    const address = target.replaceAll('&amp;', '&');
    if (!URL.canParse(address, current)) return null;
    const url = new URL(address, current);
    if (url.host !== new URL(current).host) throw new LmsFailure('refused', 'The list goes on at another host.');
    // a page that names itself as the next would never end
    return url.href === current ? null : url.href;
  }
  return null;
}
