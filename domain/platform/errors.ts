import { ERRORS, type ErrorCode } from '#contract/platform/errors.ts';
import { written, type Sentence } from '#contract/platform/sentence.contract.ts';
import type { FailedAttempt } from './steps/step.ts';

/** A problem with one field of a request. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
  readonly words?: Sentence;
}

/** Returns a field's problem with this sentence. */
export function fieldProblem(path: string, message: string | Sentence): FieldProblem {
  const { text, words } = written(message);
  return { path, message: text, ...(words && { words }) };
}

/**
 * A failure with a stable code. `detail` is a sentence that is safe to show to the user, as data when it has values; `data` may hold the
 * fields of a 400, `retryAfterS`, the missing amount of a 402 (`needed`, `available`: tokens), or the services' failures: `tried` for the
 * step's row, `reason` as a sentence. `cause` is for the log only. The API maps it to a problem document.
 */
export class ProductError extends Error {
  readonly code: ErrorCode;
  readonly data: {
    errors?: FieldProblem[];
    retryAfterS?: number;
    needed?: number;
    available?: number;
    tried?: readonly FailedAttempt[];
    reason?: string;
  };

  /** The detail as data; null when it has no values. */
  readonly words: Sentence | null;

  constructor(code: ErrorCode, detail?: string | Sentence, options: { data?: ProductError['data']; cause?: unknown } = {}) {
    const { text, words } = written(detail ?? ERRORS[code].title);
    super(text, { cause: options.cause });
    this.name = 'ProductError';
    this.code = code;
    this.words = words;
    this.data = options.data ?? {};
  }
}

/** Shorthand for the most common error. `what` is a noun for the sentence, e.g. 'course'. */
export const notFound = (what: string) => new ProductError('not_found', `${what[0]!.toUpperCase()}${what.slice(1)} not found.`);
