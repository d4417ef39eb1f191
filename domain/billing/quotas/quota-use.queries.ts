import type { Knex } from 'knex';
import type { QuotaName } from '#contract/billing/catalogue.ts';
import { loadWallet } from '#domain/billing/ledger/load-wallet.command.ts';
import { personOwner } from '#domain/billing/ledger/owner.ts';
import { transact } from '#domain/platform/database.ts';
import { quotaLeft } from './reserve-quota.command.ts';

/** Whether a job was paid by a unit of a plan, for good. */
export async function wasPaidByPlan(knex: Knex, { jobId, feature }: { jobId: string; feature: QuotaName }): Promise<boolean> {
  return (await knex('quota_hold').where({ job_id: jobId, feature, state: 'used' }).first('job_id')) !== undefined;
}

/** What a person's plan has left of a counted part in the period that runs; 0 without a plan. */
export async function quotaLeftOf(accountId: string, feature: QuotaName): Promise<number> {
  return quotaLeft(await transact((trx) => loadWallet(trx, personOwner(accountId), {})), feature);
}
