import type { Knex } from 'knex';
import * as z from 'zod';
import { isPaidByPlan, type Price } from '#contract/billing/price.ts';
import { quotaLeft } from '#domain/billing/quotas/quota.commands.ts';
import { acceptingAtMost, countLater } from '#domain/platform/accepted-price.ts';
import { actingKey, actingWith } from '#domain/platform/acting-key.ts';
import { loadWallet } from './load-wallet.command.ts';
import { personOwner } from './owner.ts';

/**
 * Terms on which a worker reserves a later part of an order: the highest price, in hundredths of a token (null: the caller named no price),
 * and the program that ordered it. Stored in the request of the run that begins the part.
 */
export const laterTermsSchema = z.object({
  most: z.int().min(0).nullable(),
  key: z.object({ id: z.uuid(), accountId: z.uuid(), organisationId: z.uuid().nullable() }).nullable(),
});
type LaterTerms = z.infer<typeof laterTermsSchema>;

/**
 * Counts the price of a later part in the transaction of its order, which is refused when the whole order costs more than was accepted.
 * Nothing is reserved yet: if other work uses up the plan's units meanwhile, the part is left out rather than charged (`onTerms`).
 * @returns the part's terms
 */
export async function termsOfLater(trx: Knex.Transaction, accountId: string, price: Price): Promise<LaterTerms> {
  const acting = actingKey();
  const key = acting?.accountId === accountId ? acting : null;
  // an organisation's key does not use its owner's plan
  const isCovered = !key?.organisationId && isPaidByPlan(price, quotaLeft(await loadWallet(trx, personOwner(accountId)), price.feature));
  return { most: countLater(trx, isCovered ? 0 : price.centitokens), key };
}

/**
 * Begins a part of an order in a worker on the caller's terms: for no more than was accepted, with the wallet and budget of the key that
 * ordered it.
 * @param terms undefined for orders from before terms were stored
 * @throws ProductError price.changed, key.budget, key.invalid, and whatever `work` throws
 */
export const onTerms = <T>(terms: LaterTerms | undefined, work: () => Promise<T>): Promise<T> =>
  actingWith(terms?.key ?? null, () => acceptingAtMost(terms?.most ?? null, work));
