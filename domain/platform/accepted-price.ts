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
 * @param centitokens the most that all of it may cost, in hundredths of a token; null: whatever it costs; `undeclared`: it does not cost
 */
export const acceptingAtMost = <T>(centitokens: Accepted, work: () => Promise<T>): Promise<T> =>
  current.run(centitokens, async () => work());

/** What each transaction has reserved: a course and what is made with it are one order. */
const reservedIn = new WeakMap<Knex, number>();

/** A savepoint belongs to the transaction around it. */
const outermost = (trx: Knex.Transaction): Knex.Transaction => (trx.parentTransaction ? outermost(trx.parentTransaction) : trx);

/**
 * Adds what a transaction has just reserved to what it costs in all.
 * @throws for an operation that does not declare that it costs, and for a step: nobody could accept its price
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
 * @throws ProductError price.changed; `needed` is what all of it costs now, `available` what was accepted, in tokens
 */
export function assertAccepted(trx: Knex.Transaction): void {
  const accepted = current.getStore() ?? null;
  const sum = reservedIn.get(trx) ?? 0;
  if (typeof accepted !== 'number' || sum <= accepted) return;
  throw priceChanged(sum, accepted);
}

/**
 * Refuses what reserves later, piece by piece, when all of it may cost more than its caller has accepted.
 * @param most hundredths of a token @throws ProductError price.changed
 */
export function assertAcceptsAll(most: number): void {
  const accepted = current.getStore();
  if (typeof accepted === 'number' && most > accepted) throw priceChanged(most, accepted);
}

/** A refusal of what costs more than was accepted, from hundredths of a token. */
export function priceChanged(sum: number, accepted: number): ProductError {
  const data = { needed: inTokens(sum), available: inTokens(accepted) };
  return new ProductError('price.changed', toSentence('It now costs {needed} tokens instead of {available}. Nothing was started.', data), {
    data,
  });
}
