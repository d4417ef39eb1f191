import {
  AISDKError,
  APICallError,
  EmptyResponseBodyError,
  InvalidResponseDataError,
  InvalidStreamPartError,
  JSONParseError,
  NoContentGeneratedError,
  NoOutputGeneratedError,
  StreamProviderError,
  TypeValidationError,
} from 'ai';
import type { Service } from '#contract/platform/status.contract.ts';
import { withoutSecrets } from '#domain/platform/secrets/without-secrets.ts';
import { TooManyBytes } from './bounded-fetch.ts';
import { failureReason, NEEDS_OPERATOR } from './failure-reason.ts';
import { isContentRefusal } from './profile/refusals.ts';
import { CallAborted, VendorFailure } from './vendor-failure.ts';

const DEFAULT_RETRY_AFTER_MS = 5_000;
/**
 * Upper bound for a vendor's retry-after: if all four vendors asked for an hour, for whatever reason, the installation would stop for an
 * hour. One probe goes first (see `settleCall`), so an overloaded vendor is not flooded.
 */
export const MAX_RETRY_AFTER_MS = 30_000;
const DETAIL_LENGTH = 300;

/** Transient 4xx: 408 timeout, 409 and 425 'not now', 424 a model that is still starting. */
const PASSING_STATUS = new Set([408, 409, 424, 425]);
/** Statuses about the account or a limit, whatever else the body says. */
const NOT_OF_CONTENT = new Set([401, 402, 429]);

/** Errors of the SDK about the response; all others are about our request. */
const UNREADABLE = [
  NoOutputGeneratedError,
  NoContentGeneratedError,
  EmptyResponseBodyError,
  InvalidResponseDataError,
  InvalidStreamPartError,
  JSONParseError,
  TypeValidationError,
];

/** Classifies an error of the AI SDK, thrown or streamed. */
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
    // the SDK has no message for a body that is not JSON
    const words = error.message === '' ? detailOf(new Error(error.responseBody ?? '')) : text;
    return classifyStatus(service, error.statusCode as number, words, body, retryAfterMs(error.responseHeaders));
  }
  if (StreamProviderError.isInstance(error)) {
    const limited = /rate_?limit|resource_exhausted/i.test(`${error.type} ${error.code}`);
    const status = error.statusCode ?? (limited ? 429 : 503);
    return classifyStatus(service, status, `in mid-stream: ${text}`, error.message, null);
  }
  // the stream closed without a final event, or the answer does not follow this protocol: something else answered, such as a proxy
  if (UNREADABLE.some((kind) => kind.isInstance(error))) return new VendorFailure({ service, code: 'vendors.unavailable', detail: text });
  const kind = AISDKError.isInstance(error) ? 'the call could not be made' : 'the call failed on our side';
  return new VendorFailure({ service, code: 'vendors.broken_output', detail: `${kind}: ${text}` });
}

/** Classifies the error of a call without a stream. @param signal the caller's own */
export function failureOf(service: Service, error: unknown, signal: AbortSignal): VendorFailure | CallAborted {
  if (error instanceof VendorFailure) return error;
  if (signal.aborted) return new CallAborted();
  if (error instanceof Error && error.name === 'TimeoutError')
    return new VendorFailure({ service, code: 'vendors.timed_out', detail: 'no answer within the time limit', silent: true });
  // fetch reports a failed connection as a TypeError
  if (error instanceof TypeError) return new VendorFailure({ service, code: 'vendors.unavailable', detail: 'it cannot be reached' });
  return classifyError(service, error);
}

/** Tells whether the cause is TooManyBytes: the SDK wraps errors of its `fetch` and its stream. */
function isTooManyBytes(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof TooManyBytes) return true;
  return false;
}

/** Classifies a refusal by its status and its body's words. */
export function classifyStatus(
  service: Service,
  httpStatus: number,
  text: string,
  body = text,
  waitMs: number | null = null,
): VendorFailure {
  const reason = failureReason(httpStatus, body);
  const facts = { service, httpStatus, reason, detail: `${httpStatus} ${text}` };
  if (httpStatus < 500 && !NOT_OF_CONTENT.has(httpStatus) && isContentRefusal(body))
    return new VendorFailure({ ...facts, reason: null, code: 'vendors.refused' });
  if (httpStatus < 500 && reason !== null && NEEDS_OPERATOR.has(reason))
    return new VendorFailure({ ...facts, code: 'vendors.unavailable', misconfigured: true });
  if (httpStatus === 429 && reason !== 'context_too_small') {
    return new VendorFailure({ ...facts, code: 'vendors.rate_limited', retryAfterMs: waitMs ?? DEFAULT_RETRY_AFTER_MS });
  }
  if (httpStatus >= 500 || PASSING_STATUS.has(httpStatus)) {
    return new VendorFailure({ ...facts, code: 'vendors.unavailable', retryAfterMs: waitMs });
  }
  // any other 4xx means that our request is wrong
  return new VendorFailure({ ...facts, code: 'vendors.broken_output' });
}

/** Reads `retry-after-ms`, else `retry-after` in seconds or as a date; between 0 and `MAX_RETRY_AFTER_MS`. */
export function retryAfterMs(headers: Record<string, string> | undefined, now = Date.now()): number | null {
  const inMs = headers?.['retry-after-ms'];
  const plain = headers?.['retry-after'];
  if (inMs === undefined && plain === undefined) return null;
  const seconds = Number(plain);
  const ms = inMs !== undefined ? Number(inMs) : Number.isFinite(seconds) ? seconds * 1000 : Date.parse(plain as string) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS) : null;
}

/** Returns the vendor's message in one line, with any quoted keys removed. */
function detailOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  const text = `${error instanceof Error ? error.message : String(error)}${cause}`;
  // before cutting: the rest of a cut key would not be recognised
  return withoutSecrets(text).replace(/\s+/g, ' ').slice(0, DETAIL_LENGTH);
}
