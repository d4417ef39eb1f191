import type { Parameters } from '../schema/validate-request.ts';
import { invalid, notSimulated } from './stripe-api-error.ts';

/** Returns the value of a parameter that the schema has already validated. */
export function read<T>(parameters: Parameters, name: string): T | undefined {
  return parameters[name] as T | undefined;
}

/** Rejects parameters that the schema allows but this endpoint does not support. @throws StripeApiError */
export function only(parameters: Parameters, simulated: readonly string[], within = ''): void {
  const other = Object.keys(parameters).find((name) => name !== 'expand' && !simulated.includes(name));
  if (other !== undefined) throw notSimulated(within ? `${within}[${other}]` : other, within ? `${within}[${other}]` : other);
}

/** Merges metadata as Stripe does: an empty value removes a key, the empty string removes all. @throws StripeApiError past its limits */
export function mergeMetadata(old: Record<string, string>, change: Record<string, string> | '' | undefined): Record<string, string> {
  if (change === undefined) return old;
  if (change === '') return {};
  const merged: Record<string, string> = { ...old };
  for (const [key, value] of Object.entries(change)) {
    if (key.length > 40) throw invalid(`Metadata keys can be at most 40 characters, '${key}' has ${key.length}.`, 'metadata');
    if (value.length > 500) throw invalid(`Metadata values can be at most 500 characters.`, `metadata[${key}]`);
    if (value === '') delete merged[key];
    else merged[key] = value;
  }
  if (Object.keys(merged).length > 50) throw invalid('You cannot have more than 50 metadata keys.', 'metadata');
  return merged;
}

/** Validates a URL to which a browser will be redirected. @throws StripeApiError url_invalid */
export function readUrl(value: string, param: string): string {
  // The template may occur anywhere in it.
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw invalid('Not a valid URL', param, 'url_invalid');
  return value;
}

/** Validates an amount in whole cents. @throws StripeApiError */
export function checkAmount(amount: number, param: string, least = 0): number {
  if (amount > MOST_CENTS) throw invalid(`Amount must be no more than $${MOST_CENTS / 100}`, param, 'amount_too_large');
  if (amount < least)
    throw invalid(
      `Invalid non-negative integer or too small: ${amount}`,
      param,
      least > 0 ? 'amount_too_small' : 'parameter_invalid_integer',
    );
  return amount;
}

/** Stripe's limit for an amount in US dollars: 8 digits. */
const MOST_CENTS = 99_999_999;
