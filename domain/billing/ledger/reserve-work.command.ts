import type { Knex } from 'knex';
import type { QuotaName } from '#contract/billing/catalogue.ts';
import { isPaidByPlan } from '#contract/billing/price.ts';
import type { Cause } from './post-transaction.ts';
import { loadWallet } from './load-wallet.command.ts';
import { organisationOwner, personOwner } from './owner.ts';
import { quotaLeft, reserveQuotaFrom } from '#domain/billing/quotas/reserve-quota.command.ts';
import { insufficient, reserveFrom } from './reserve-tokens.command.ts';

export interface Work {
  readonly accountId: string;
  readonly jobId: string;
  readonly centitokens: number;
  /** The plan's units that pay for all of it, while any are left (G07). */
  readonly quota?: { readonly feature: QuotaName; readonly units: number };
  readonly expiresAt: Date;
  /** Description: 'Course: Beekeeping'. */
  readonly cause: Cause;
  readonly now?: Date;
}

export interface Reserved {
  /** The source: units of the plan, the user's tokens, or their organisation's. */
  readonly from: 'plan' | 'own' | 'organisation';
  /** Hundredths of a token; 0 when the plan pays. */
  readonly centitokens: number;
}

/**
 * Reserves what a user's new work may cost: a unit of their plan if one is left, else tokens of their organisation if those cover the
 * whole, else their own.
 * @throws ProductError tokens.insufficient; `available` is the larger of the two wallets, because one of them has to cover it
 */
export async function reserveWork(trx: Knex.Transaction, work: Work): Promise<Reserved> {
  const { accountId, centitokens, quota } = work;
  const owner = personOwner(accountId);
  const own = await loadWallet(trx, owner, { now: work.now });
  if (quota && isPaidByPlan(quota, quotaLeft(own, quota.feature))) {
    const held = await reserveQuotaFrom(trx, own, { ...work, ...quota, owner });
    if (held !== 'none') return { from: 'plan', centitokens: 0 };
  }
  let pooled: number | null = null;
  if (own.organisationId !== null) {
    const pool = await loadWallet(trx, organisationOwner(own.organisationId), { now: work.now });
    pooled = pool.available;
    if (pooled >= centitokens) {
      await reserveFrom(trx, pool, { ...work, owner: pool.owner, actorId: accountId });
      return { from: 'organisation', centitokens };
    }
  }
  if (own.available < centitokens) throw insufficient(centitokens, own.available, pooled);
  await reserveFrom(trx, own, { ...work, owner });
  return { from: 'own', centitokens };
}
