import type { Knex } from 'knex';
import * as z from 'zod';
import { isPaidByPlan, type Price } from '#contract/billing/price.ts';
import { quotaLeft } from '#domain/billing/quotas/quota.commands.ts';
import { acceptingAtMost, countLater } from '#domain/platform/accepted-price.ts';
import { actingKey, actingWith } from '#domain/platform/acting-key.ts';
import { loadWallet } from './load-wallet.command.ts';
import { personOwner } from './owner.ts';

/**
 * On what terms a part of an order is reserved later, by a worker: the most that it may cost, in hundredths of a token (null: its caller named no
 * price), and the program that ordered it. The request of the run that begins the part keeps them.
 */
export const laterTermsSchema = z.object({
  most: z.int().min(0).nullable(),
  key: z.object({ id: z.uuid(), accountId: z.uuid(), organisationId: z.uuid().nullable() }).nullable(),
});
type LaterTerms = z.infer<typeof laterTermsSchema>;

/**
 * Counts what a part will reserve later in the transaction of its order, which is refused when all of it costs more than was accepted. Nothing is
 * reserved yet: other work may use the plan's units up, and the part is then left out rather than charged (`onTerms`).
 * @returns its terms
 */
export async function termsOfLater(trx: Knex.Transaction, accountId: string, price: Price): Promise<LaterTerms> {
  const acting = actingKey();
  const key = acting?.accountId === accountId ? acting : null;
  // an organisation's key uses no plan of its maker's
  const isCovered = !key?.organisationId && isPaidByPlan(price, quotaLeft(await loadWallet(trx, personOwner(accountId)), price.feature));
  return { most: countLater(trx, isCovered ? 0 : price.centitokens), key };
}

/**
 * Begins a part of an order by a worker, as its caller would: for no more than was accepted, and from the purse and the budget of the key that ordered.
 * @param terms undefined: ordered before they were kept @throws ProductError price.changed, key.budget, key.invalid, and whatever the work throws
 */
export const onTerms = <T>(terms: LaterTerms | undefined, work: () => Promise<T>): Promise<T> =>
  actingWith(terms?.key ?? null, () => acceptingAtMost(terms?.most ?? null, work));
