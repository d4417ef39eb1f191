import { ProductError } from '#domain/platform/errors.ts';

/** The header that says what the caller has accepted to pay: more is refused, and nothing is started. */
export const MAX_PRICE = 'Max-Price';

/** Tokens, with two digits after the point at most. */
export const MAX_PRICE_PATTERN = /^\d{1,9}(\.\d{1,2})?$/;

/** Reads an accepted price. @param header as it came @returns hundredths of a token; null when none was sent @throws ProductError validation.failed */
export function maxPriceOf(header: string): number | null {
  if (header === '') return null;
  if (MAX_PRICE_PATTERN.test(header)) return Math.round(Number(header) * 100);
  const message = 'Must be a number of tokens, such as 31 or 0.5';
  throw new ProductError('validation.failed', `${MAX_PRICE} must be a number of tokens, such as 31 or 0.5.`, {
    data: { errors: [{ path: MAX_PRICE, message }] },
  });
}
