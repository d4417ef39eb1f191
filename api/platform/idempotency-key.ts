import { ProductError } from '#domain/platform/errors.ts';

/** The header that identifies a request, so that repeating it has no second effect. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** Validates an idempotency key. @param header as it came @returns undefined when none was sent @throws ProductError validation.failed */
export function idempotencyKeyOf(header: string): string | undefined {
  if (header === '') return undefined;
  if (/^[\x21-\x7e]{1,255}$/.test(header)) return header;
  throw new ProductError('validation.failed', `${IDEMPOTENCY_KEY} must be 1-255 printable characters without spaces.`, {
    data: { errors: [{ path: IDEMPOTENCY_KEY, message: 'Must be 1-255 printable characters without spaces' }] },
  });
}
