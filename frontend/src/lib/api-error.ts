import type { Sentence } from '#contract/platform/sentence.contract.ts';
import { isKnown, t, told } from '#frontend/lib/text.ts';

/** Field errors of a 400, by the path of the field in the body. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

/** What the work may cost and what there is, in tokens (G17). */
export interface Shortfall {
  readonly needed: number;
  readonly available: number;
  /** With a pool beside one's own tokens, what there is of both in a sentence: neither covers it alone. */
  readonly ofBoth?: string;
}

/**
 * Why a call failed. `status` is 0 when no answer came (offline, server gone); `code` is the stable code of the problem document,
 * or `network` / `not_json` for failures that carry none. `message` is fit to show: detail → message → fallback (AUTH-25).
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** The server's own sentence, null when it sent none. */
  readonly detail: string | null;
  readonly requestId: string | null;
  readonly errors: readonly FieldError[];
  /** Seconds the server asks to wait, from `Retry-After`. */
  readonly retryAfterS: number | null;
  /** Of a 402 for want of tokens; null otherwise. */
  readonly shortfall: Shortfall | null;

  constructor(fields: {
    status: number;
    code: string;
    message: string;
    detail?: string | null;
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
    this.requestId = fields.requestId ?? null;
    this.errors = fields.errors ?? [];
    this.retryAfterS = fields.retryAfterS ?? null;
    this.shortfall = fields.shortfall ?? null;
  }
}

/** How much of an answer that is not JSON is shown (AUTH-27). */
const EXCERPT_CHARS = 100;

interface ProblemLike {
  detail?: unknown;
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

function shortfallOf({ needed, available, detail, detail_words: words }: ProblemLike): Shortfall | null {
  if (typeof needed !== 'number' || typeof available !== 'number') return null;
  return { needed, available, ...(words?.values['pool'] !== undefined && { ofBoth: told(String(detail), words) }) };
}

const fieldError = ({ path, message, words }: FieldError & { readonly words?: Sentence }): FieldError => ({
  path,
  message: told(message, words),
});

/** A summary of what is wrong with fields names them in English only: in another language the fields' own sentences say it. */
const sayProblem = (detail: string, words: Sentence | undefined, errors: readonly FieldError[]): string =>
  words === undefined && errors[0] && !isKnown(detail) ? errors[0].message : told(detail, words);

/** No answer at all. */
export const networkError = (): ApiError =>
  new ApiError({ status: 0, code: 'network', message: t('The server could not be reached. Check your connection.') });

/** An answer whose body is not JSON: a proxy's page, or nothing. */
export function notJsonError(response: Response, body: string): ApiError {
  const head = `Server error: ${response.status} ${response.statusText}`.trim();
  return new ApiError({
    status: response.status,
    code: 'not_json',
    message: `${head} ${body.slice(0, EXCERPT_CHARS)}`.trim(),
    requestId: response.headers.get('x-request-id'),
    retryAfterS: retryAfterS(response),
  });
}

/** A refusal with a JSON body: a problem document, or anything with a `detail` or `message`. */
export function problemError(response: Response, body: unknown, fallback: string): ApiError {
  const problem: ProblemLike = typeof body === 'object' && body !== null ? body : {};
  const detail = textOrNull(problem.detail);
  const errors = Array.isArray(problem.errors) ? problem.errors.filter(isObject).map(fieldError) : [];
  return new ApiError({
    status: response.status,
    code: textOrNull(problem.code) ?? 'unknown',
    message: sayProblem(detail ?? textOrNull(problem.message) ?? fallback, problem.detail_words, errors),
    detail,
    requestId: textOrNull(problem.request_id) ?? response.headers.get('x-request-id'),
    errors,
    retryAfterS: retryAfterS(response),
    shortfall: shortfallOf(problem),
  });
}

/**
 * Of something asked for by its name alone: there is no such thing, or it is somebody else's, or nothing can be called that (400); as opposed
 * to one that could not be fetched.
 */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && (error.status === 404 || error.status === 400);

/** What is missing when something was refused for want of tokens; null for every other reason. */
export const shortfallFrom = (error: unknown): Shortfall | null => (error instanceof ApiError ? error.shortfall : null);

/** The sentence to show for whatever was thrown. */
export const errorText = (error: unknown, fallback: string): string =>
  error instanceof Error && error.message !== '' ? error.message : fallback;
