import { ProductError } from '#domain/platform/errors.ts';

/** The header that identifies a request, so that repeating it has no second effect. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** Printable, without spaces. */
export const IDEMPOTENCY_KEY_PATTERN = /^[\x21-\x7e]{1,255}$/;

/** Validates an idempotency key. @param header as received @returns undefined if none was sent @throws ProductError validation.failed */
export function idempotencyKeyOf(header: string): string | undefined {
  if (header === '') return undefined;
  if (IDEMPOTENCY_KEY_PATTERN.test(header)) return header;
  throw new ProductError('validation.failed', `${IDEMPOTENCY_KEY} must be 1-255 printable characters without spaces.`, {
    data: { errors: [{ path: IDEMPOTENCY_KEY, message: 'Must be 1-255 printable characters without spaces' }] },
  });
}
