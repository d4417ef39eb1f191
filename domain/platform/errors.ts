import { ERRORS, type ErrorCode } from '#contract/platform/errors.ts';

/**
 * A failure with a stable code. `detail` is a sentence that is safe to show to the person; `data` may carry fields of a 400,
 * `retryAfterS`, or what a 402 lacks (`needed`, `available`: tokens); `cause` is for the log only. The API's one mapper turns it into a problem document.
 */
export class ProductError extends Error {
  readonly code: ErrorCode;
  readonly data: { errors?: { path: string; message: string }[]; retryAfterS?: number; needed?: number; available?: number };

  constructor(code: ErrorCode, detail?: string, options: { data?: ProductError['data']; cause?: unknown } = {}) {
    super(detail ?? ERRORS[code].title, { cause: options.cause });
    this.name = 'ProductError';
    this.code = code;
    this.data = options.data ?? {};
  }
}

/** Sugar for the most common one. `what` is a noun for the sentence, e.g. 'course'. */
export const notFound = (what: string) => new ProductError('not_found', `There is no such ${what}.`);
