import { AsyncLocalStorage } from 'node:async_hooks';
import type { Knex } from 'knex';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { ProductError } from './errors.ts';
import { inTokens } from './token-words.ts';

/** `undeclared`: it takes no accepted price, so it may not cost: an operation that does not declare it, or a step of a worker without terms. */
type Accepted = number | null | 'undeclared';

const current = new AsyncLocalStorage<Accepted>();

/**
 * Does a request's work for a caller who has accepted a price.
 * @param centitokens the maximum price of the whole order, in hundredths of a token; null: no maximum; `undeclared`: it costs nothing
 */
export const acceptingAtMost = <T>(centitokens: Accepted, work: () => Promise<T>): Promise<T> =>
  current.run(centitokens, async () => work());

/** The reservations of each transaction: a course and its pictures, clip and simulation are one order. */
const reservedIn = new WeakMap<Knex, number>();

/** A savepoint belongs to the transaction around it. */
const outermost = (trx: Knex.Transaction): Knex.Transaction => (trx.parentTransaction ? outermost(trx.parentTransaction) : trx);

/**
 * Adds what a transaction has just reserved to what it costs in all.
 * @throws for an operation that does not declare a cost, and for a step, whose price nobody could accept
 */
export function countReserved(trx: Knex.Transaction, centitokens: number): void {
  if (current.getStore() === 'undeclared')
    throw new Error(
      'nobody has accepted a price for these tokens: an endpoint that reserves declares tokens.insufficient, a step works by `onTerms`',
    );
  const order = outermost(trx);
  reservedIn.set(order, (reservedIn.get(order) ?? 0) + centitokens);
}

/**
 * Adds what a part of an order will reserve later, in a transaction of its own, to what the order costs.
 * @returns the most that it may reserve then; null: the caller has named no price
 */
export function countLater(trx: Knex.Transaction, centitokens: number): number | null {
  countReserved(trx, centitokens);
  return typeof current.getStore() === 'number' ? centitokens : null;
}

/**
 * Refuses a transaction that is about to commit when it has reserved more than its caller has accepted: the price that counts is that of the
 * transaction which reserves, and with the refusal nothing of it is written.
 * @throws ProductError price.changed; `needed` is the current price of the whole order, `available` the accepted price, in tokens
 */
export function assertAccepted(trx: Knex.Transaction): void {
  const accepted = current.getStore() ?? null;
  const sum = reservedIn.get(trx) ?? 0;
  if (typeof accepted !== 'number' || sum <= accepted) return;
  throw priceChanged(sum, accepted);
}

/**
 * Refuses an order that reserves later, piece by piece, if its maximum price exceeds the accepted one.
 * @param most hundredths of a token @throws ProductError price.changed
 */
export function assertAcceptsAll(most: number): void {
  const accepted = current.getStore();
  if (typeof accepted === 'number' && most > accepted) throw priceChanged(most, accepted);
}

/** A refusal of what costs more than was accepted, from hundredths of a token. */
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
