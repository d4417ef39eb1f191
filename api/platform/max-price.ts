import { ProductError } from '#domain/platform/errors.ts';

/** The header with the price that the caller accepts: a higher price is refused, and nothing is started. */
export const MAX_PRICE = 'Max-Price';

/** Tokens, with at most two decimals. */
export const MAX_PRICE_PATTERN = /^\d{1,9}(\.\d{1,2})?$/;

/**
 * Parses an accepted price.
 * @param header as received
 * @returns hundredths of a token; null if none was sent
 * @throws ProductError validation.failed
 */
export function maxPriceOf(header: string): number | null {
  if (header === '') return null;
  if (MAX_PRICE_PATTERN.test(header)) return Math.round(Number(header) * 100);
  const message = 'Must be a number of tokens, such as 31 or 0.5';
  throw new ProductError('validation.failed', `${MAX_PRICE} must be a number of tokens, such as 31 or 0.5.`, {
    data: { errors: [{ path: MAX_PRICE, message }] },
  });
}
