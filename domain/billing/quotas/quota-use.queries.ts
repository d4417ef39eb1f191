import type { Knex } from 'knex';
import type { QuotaName } from '#contract/billing/catalogue.ts';
import { loadWallet } from '#domain/billing/ledger/load-wallet.command.ts';
import { personOwner } from '#domain/billing/ledger/owner.ts';
import { transact } from '#domain/platform/database.ts';
import { quotaLeft } from './quota.commands.ts';

/** Tells whether units of a plan have paid for a job for good. @param feature default: any feature */
export async function wasPaidByPlan(knex: Knex, { jobId, feature }: { jobId: string; feature?: QuotaName }): Promise<boolean> {
  return (
    (await knex('quota_hold')
      .where({ job_id: jobId, state: 'used', ...(feature && { feature }) })
      .first('job_id')) !== undefined
  );
}

/** Returns how many units of a feature a user's plan has left in the current period; 0 without a plan. */
export async function quotaLeftOf(accountId: string, feature: QuotaName): Promise<number> {
  return quotaLeft(await transact((trx) => loadWallet(trx, personOwner(accountId), {})), feature);
}
