import type { Knex } from 'knex';
import type { QuotaName } from '#contract/billing/catalogue.ts';

/** Whether a job was paid by a unit of a plan, for good. */
export async function wasPaidByPlan(knex: Knex, { jobId, feature }: { jobId: string; feature: QuotaName }): Promise<boolean> {
  return (await knex('quota_hold').where({ job_id: jobId, feature, state: 'used' }).first('job_id')) !== undefined;
}
