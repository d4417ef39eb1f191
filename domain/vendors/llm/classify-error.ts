import { AISDKError, APICallError, NoOutputGeneratedError, StreamProviderError } from 'ai';
import type { Service } from '#contract/platform/status.contract.ts';
import { TooManyBytes } from './bounded-fetch.ts';
import { VendorFailure } from './vendor-failure.ts';

const DEFAULT_RETRY_AFTER_MS = 5_000;
/**
 * However long a vendor asks us to stay away, it is asked again after this: an hour of silence from all four, for whatever reason they were given, would
 * stop the installation for an hour. One probe goes first (see `settleCall`), so an overloaded vendor is not overrun.
 */
export const MAX_RETRY_AFTER_MS = 30_000;
const DETAIL_LENGTH = 300;

/** Statuses, and words in the body of other 4xx (Gemini and xAI say 400 to a wrong key, OpenAI 429 to an empty balance), that need an operator. */
const MISCONFIGURED_STATUS = new Set([401, 402, 403, 404]);
const MISCONFIGURED_WORDS = /api[ _]?key|credit balance|insufficient_quota/i;
/** 408 time-out, 409 and 425 'not now', 429 rate limit: 4xx that heal by themselves. */
const PASSING_STATUS = new Set([408, 409, 425, 429]);

/** What an error of the AI SDK, thrown or streamed, means for us. */
export function classifyError(service: Service, error: unknown): VendorFailure {
  const text = detailOf(error);
  if (isTooManyBytes(error)) return new VendorFailure({ service, code: 'vendors.broken_output', detail: text, httpStatus: 200 });
  if (APICallError.isInstance(error)) {
    const answered = error.statusCode !== undefined && error.statusCode >= 400;
    if (!answered) {
      const detail = `no whole answer: ${text}`;
      return new VendorFailure({ service, code: 'vendors.unavailable', detail, httpStatus: error.statusCode ?? null });
    }
    const body = `${error.message} ${error.responseBody ?? ''}`;
    return classifyStatus(service, error.statusCode as number, text, body, retryAfterMs(error.responseHeaders));
  }
  if (StreamProviderError.isInstance(error)) {
    const limited = /rate_?limit|resource_exhausted/i.test(`${error.type} ${error.code}`);
    const status = error.statusCode ?? (limited ? 429 : 503);
    return classifyStatus(service, status, `in mid-stream: ${text}`, error.message, null);
  }
  // a stream that ends without an end, e.g. because the answer was no event stream at all
  if (NoOutputGeneratedError.isInstance(error)) return new VendorFailure({ service, code: 'vendors.unavailable', detail: text });
  const kind = AISDKError.isInstance(error) ? 'the call could not be made' : 'the call failed on our side';
  return new VendorFailure({ service, code: 'vendors.broken_output', detail: `${kind}: ${text}` });
}

/** The SDK wraps what its `fetch` and its stream throw. */
function isTooManyBytes(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof TooManyBytes) return true;
  return false;
}

function classifyStatus(service: Service, httpStatus: number, text: string, body: string, waitMs: number | null): VendorFailure {
  const facts = { service, httpStatus, detail: `${httpStatus} ${text}` };
  const isOurs = httpStatus < 500 && MISCONFIGURED_WORDS.test(body);
  if (MISCONFIGURED_STATUS.has(httpStatus) || isOurs)
    return new VendorFailure({ ...facts, code: 'vendors.unavailable', misconfigured: true });
  if (httpStatus === 429) {
    return new VendorFailure({ ...facts, code: 'vendors.rate_limited', retryAfterMs: waitMs ?? DEFAULT_RETRY_AFTER_MS });
  }
  if (httpStatus >= 500 || PASSING_STATUS.has(httpStatus)) {
    return new VendorFailure({ ...facts, code: 'vendors.unavailable', retryAfterMs: waitMs });
  }
  // any other 4xx says that what we sent is wrong
  return new VendorFailure({ ...facts, code: 'vendors.broken_output' });
}

/** `retry-after-ms`, else `retry-after` in seconds or as a date; between 0 and `MAX_RETRY_AFTER_MS`. */
export function retryAfterMs(headers: Record<string, string> | undefined, now = Date.now()): number | null {
  const inMs = headers?.['retry-after-ms'];
  const plain = headers?.['retry-after'];
  if (inMs === undefined && plain === undefined) return null;
  const seconds = Number(plain);
  const ms = inMs !== undefined ? Number(inMs) : Number.isFinite(seconds) ? seconds * 1000 : Date.parse(plain as string) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS) : null;
}

/** The vendor's words in one line; keys that it may quote are taken out. */
function detailOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  const text = `${error instanceof Error ? error.message : String(error)}${cause}`;
  return text
    .replace(/\b(sk|xai|key|AIza)[-_A-Za-z0-9*.]{12,}/g, '[key]')
    .replace(/\s+/g, ' ')
    .slice(0, DETAIL_LENGTH);
}
