import { AsyncLocalStorage } from 'node:async_hooks';
import type { Knex } from 'knex';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { ProductError } from './errors.ts';
import { inTokens } from './token-words.ts';

/**
 * `undeclared`: the caller could not accept a price, so the work must be free: an operation that does not declare a cost, or a worker's
 * step without terms.
 */
type Accepted = number | null | 'undeclared';

const current = new AsyncLocalStorage<Accepted>();

/**
 * Runs a request's work for a caller who has accepted a price.
 * @param centitokens the maximum price of the whole order, in hundredths of a token; null: no maximum; `undeclared`: the work must be free
 */
export const acceptingAtMost = <T>(centitokens: Accepted, work: () => Promise<T>): Promise<T> =>
  current.run(centitokens, async () => work());

/** The reservations of each transaction, added up: a course with its pictures, clip and simulation is one order. */
const reservedIn = new WeakMap<Knex, number>();

/** Returns the outermost transaction; a savepoint belongs to the transaction around it. */
const outermost = (trx: Knex.Transaction): Knex.Transaction => (trx.parentTransaction ? outermost(trx.parentTransaction) : trx);

/**
 * Adds a new reservation to the cost of its transaction's order.
 * @throws for an operation that does not declare a cost, and for a step, whose price nobody could accept
 */
export function countReserved(trx: Knex.Transaction, centitokens: number): void {
  if (current.getStore() === 'undeclared')
    throw new Error(
      'these tokens have no accepted price: an endpoint that reserves tokens must declare tokens.insufficient, and a step must run in `onTerms`',
    );
  const order = outermost(trx);
  reservedIn.set(order, (reservedIn.get(order) ?? 0) + centitokens);
}

/**
 * Adds to an order's cost the part that will be reserved later, in another transaction.
 * @returns the most that part may reserve; null: the caller accepted any price
 */
export function countLater(trx: Knex.Transaction, centitokens: number): number | null {
  countReserved(trx, centitokens);
  return typeof current.getStore() === 'number' ? centitokens : null;
}

/**
 * Rejects a transaction, right before its commit, that has reserved more than its caller accepted. The price that counts is that of the
 * reserving transaction, and after the rejection nothing of it is written.
 * @throws ProductError price.changed; `needed` is the current price of the whole order, `available` the accepted price, in tokens
 */
export function assertAccepted(trx: Knex.Transaction): void {
  const accepted = current.getStore() ?? null;
  const sum = reservedIn.get(trx) ?? 0;
  if (typeof accepted !== 'number' || sum <= accepted) return;
  throw priceChanged(sum, accepted);
}

/**
 * Rejects an order that reserves its parts later if its maximum price exceeds the accepted one.
 * @param most hundredths of a token
 * @throws ProductError price.changed
 */
export function assertAcceptsAll(most: number): void {
  const accepted = current.getStore();
  if (typeof accepted === 'number' && most > accepted) throw priceChanged(most, accepted);
}

/** Returns the error for an order that costs more than was accepted, from hundredths of a token. */
export function priceChanged(sum: number, accepted: number): ProductError {
  const data = { needed: inTokens(sum), available: inTokens(accepted) };
  return new ProductError(
    'price.changed',
    toSentence('The price is now {needed} tokens instead of {available}. Nothing was started.', data),
    {
      data,
    },
  );
}
