import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import type { QuotaName } from '#contract/billing/catalogue.ts';
import { ProductError } from '#domain/platform/errors.ts';

/**
 * Settles a job's held units of a plan: used, or released. Units of a past period return to that period.
 * @param units how many of the held ones were used; default: all
 * @returns `none` when the job holds no such units
 * @throws ProductError idempotency.body_mismatch when it was settled the other way
 */
export async function settleQuota(
  trx: Knex.Transaction,
  { jobId, feature, used, units = null }: { jobId: string; feature: QuotaName; used: boolean; units?: number | null },
): Promise<'used' | 'released' | 'replayed' | 'none'> {
  const state = used ? 'used' : 'released';
  const counters = await rowsOf(
    trx,
    sql`with held as (select units from quota_hold where job_id = ${jobId} and feature = ${feature} and state = 'open' for update),
          ended as (
            update quota_hold h set state = ${state}, resolved_at = clock_timestamp(),
                   units = case when ${used} then least(h.units, coalesce(${units}::int, h.units)) else h.units end
              from held where h.job_id = ${jobId} and h.feature = ${feature} and h.state = 'open'
            returning h.counter_id, h.units, held.units as held_units)
     update quota_counter c set held = c.held - e.held_units, used = c.used + case when ${used} then e.units else 0 end
       from ended e where c.id = e.counter_id returning c.id`,
  );
  if (counters.length > 0) return state;
  const hold = await trx('quota_hold').where({ job_id: jobId, feature }).first('state');
  if (!hold) return 'none';
  if (hold.state === state) return 'replayed';
  throw new ProductError('idempotency.body_mismatch', 'This was ended otherwise already.');
}
