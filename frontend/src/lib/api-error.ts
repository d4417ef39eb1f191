import type { Sentence } from '#contract/platform/sentence.contract.ts';
import { isKnown, t, translateServerText } from '#frontend/lib/text.ts';

/** Field errors of a 400, by the path of the field in the body. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

/** Maximum cost of the work and the available balance, in tokens (G17). */
export interface Shortfall {
  readonly needed: number;
  readonly available: number;
  /** A sentence with both balances when neither the user's own tokens nor the pool covers the cost alone; absent without a pool. */
  readonly ofBoth?: string;
}

/**
 * Why a call failed. `status` is 0 when no answer came (offline, server down); `code` is the stable code of the problem document, or `network` /
 * `not_json` for failures without one. `message` can be shown to the user: detail → message → fallback (AUTH-25).
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** The server's own sentence; null when it sent none. */
  readonly detail: string | null;
  /** What the AI services did, to be shown behind the message; null when unknown. */
  readonly reason: string | null;
  readonly requestId: string | null;
  readonly errors: readonly FieldError[];
  /** Seconds the server asks to wait, from `Retry-After`. */
  readonly retryAfterS: number | null;
  /** Set for a 402 caused by too few tokens; null otherwise. */
  readonly shortfall: Shortfall | null;

  constructor(fields: {
    status: number;
    code: string;
    message: string;
    detail?: string | null;
    reason?: string | null;
    requestId?: string | null;
    errors?: readonly FieldError[];
    retryAfterS?: number | null;
    shortfall?: Shortfall | null;
  }) {
    super(fields.message);
    this.name = 'ApiError';
    this.status = fields.status;
    this.code = fields.code;
    this.detail = fields.detail ?? null;
    this.reason = fields.reason ?? null;
    this.requestId = fields.requestId ?? null;
    this.errors = fields.errors ?? [];
    this.retryAfterS = fields.retryAfterS ?? null;
    this.shortfall = fields.shortfall ?? null;
  }
}

/** How many characters of a non-JSON answer are shown (AUTH-27). HTML would tell the reader nothing. */
const EXCERPT_CHARS = 100;
const excerptOf = (body: string): string => (/^\s*</.test(body) ? '' : body.slice(0, EXCERPT_CHARS));

interface ProblemLike {
  detail?: unknown;
  reason?: unknown;
  message?: unknown;
  code?: unknown;
  request_id?: unknown;
  detail_words?: Sentence;
  errors?: unknown;
  needed?: unknown;
  available?: unknown;
}

const isObject = (value: unknown): value is FieldError => typeof value === 'object' && value !== null;
const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function retryAfterS(response: Response): number | null {
  const header = response.headers.get('retry-after');
  if (header === null) return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return seconds;
  const until = Date.parse(header);
  return Number.isNaN(until) ? null : Math.max(0, Math.round((until - Date.now()) / 1000));
}

function shortfallOf({ code, needed, available, detail, detail_words: words }: ProblemLike): Shortfall | null {
  // the shortfall is not about tokens then
  if (code === 'price.changed') return null;
  if (typeof needed !== 'number' || typeof available !== 'number') return null;
  return { needed, available, ...(words?.values['pool'] !== undefined && { ofBoth: translateServerText(String(detail), words) }) };
}

const fieldError = ({ path, message, words }: FieldError & { readonly words?: Sentence }): FieldError => ({
  path,
  message: translateServerText(message, words),
});

/** The server's summary of field errors exists in English only: in other languages the field errors' own sentences replace it. */
const sayProblem = (detail: string, words: Sentence | undefined, errors: readonly FieldError[]): string =>
  words === undefined && errors[0] && !isKnown(detail) ? errors[0].message : translateServerText(detail, words);

/** The error for a call that got no answer. */
export const networkError = (): ApiError =>
  new ApiError({ status: 0, code: 'network', message: t('The server could not be reached. Check your connection.') });

/** The message for a file above the limit, in bytes; the server sends the same. */
export const tooLargeText = (most: number): string => t('A file can be at most {n} MB.', { n: most / 1_000_000 });

/** The error for a file rejected before the upload. */
export const tooLargeError = (most: number): ApiError => new ApiError({ status: 413, code: 'body.too_large', message: tooLargeText(most) });

/** The error for an answer whose body is not JSON: a proxy's page, or an empty body. */
export function notJsonError(response: Response, body: string): ApiError {
  const head = `Server error: ${response.status} ${response.statusText}`.trim();
  return new ApiError({
    status: response.status,
    code: 'not_json',
    message: `${head} ${excerptOf(body)}`.trim(),
    requestId: response.headers.get('x-request-id'),
    retryAfterS: retryAfterS(response),
  });
}

/** The error for a refusal with a JSON body: a problem document, or any object with a `detail` or `message`. */
export function problemError(response: Response, body: unknown, fallback: string): ApiError {
  const problem: ProblemLike = typeof body === 'object' && body !== null ? body : {};
  const detail = textOrNull(problem.detail);
  const errors = Array.isArray(problem.errors) ? problem.errors.filter(isObject).map(fieldError) : [];
  return new ApiError({
    status: response.status,
    code: textOrNull(problem.code) ?? 'unknown',
    message: sayProblem(detail ?? textOrNull(problem.message) ?? fallback, problem.detail_words, errors),
    detail,
    reason: typeof problem.reason === 'string' ? translateServerText(problem.reason) : null,
    requestId: textOrNull(problem.request_id) ?? response.headers.get('x-request-id'),
    errors,
    retryAfterS: retryAfterS(response),
    shortfall: shortfallOf(problem),
  });
}

/**
 * Whether a resource requested by id does not exist, belongs to another user, or has an invalid id (400); false when the request failed for
 * another reason.
 */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && (error.status === 404 || error.status === 400);

/** The missing tokens when a call was refused for too few tokens; null for every other error. */
export const shortfallFrom = (error: unknown): Shortfall | null => (error instanceof ApiError ? error.shortfall : null);

/** The sentence to show for any thrown value and, where it is known, what the AI services did. */
export function errorText(error: unknown, fallback: string): string {
  const said = error instanceof Error && error.message !== '' ? error.message : fallback;
  return error instanceof ApiError && error.reason !== null ? `${said} ${error.reason}` : said;
}

/** A sentence for a failure, followed by what the AI services did where the server says so. */
export const withReason = (said: string, reason: string | null | undefined): string =>
  reason ? `${said} ${translateServerText(reason)}` : said;

/** What could not be done, followed by the reason where one is known: 'Failed to create post. The server could not be reached.' */
export function failureText(error: unknown, failed: string): string {
  const reason = errorText(error, failed);
  return reason === failed ? failed : `${failed.replace(/\.$/, '')}. ${reason}`;
}
