import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { QuotaName } from '#contract/billing/catalogue.ts';
import { isUniqueViolation } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { entitlementOf } from '#domain/billing/subscriptions/current-plan.queries.ts';
import { loadWallet } from '#domain/billing/ledger/load-wallet.command.ts';
import type { Wallet } from '#domain/billing/ledger/read-wallet.queries.ts';
import { assertWhole, type Owner } from '#domain/billing/ledger/owner.ts';

export interface QuotaReservation {
  readonly owner: Owner;
  readonly jobId: string;
  readonly feature: QuotaName;
  /** Courses, seconds of video or sessions, depending on the feature. */
  readonly units: number;
  /** The API key whose budget the units count against, and their price in hundredths of a token. */
  readonly byKey?: { readonly id: string; readonly worth: number } | undefined;
  readonly expiresAt: Date;
  readonly now?: Date;
}

/**
 * Reserves units of the user's plan in this period for a job.
 * @returns `none` when the plan has too few left; nothing is written then
 * @throws ProductError idempotency.body_mismatch when the job already has a different hold
 */
export async function reserveQuota(trx: Knex.Transaction, given: QuotaReservation): Promise<'reserved' | 'replayed' | 'none'> {
  return reserveQuotaFrom(trx, await loadWallet(trx, given.owner, { now: given.now }), given);
}

/** Returns the units of a feature that remain in the plan's current period. */
export function quotaLeft({ plan, quotaPeriod, counters }: Wallet, feature: QuotaName): number {
  if (!quotaPeriod) return 0;
  const counter = counters.find((one) => one.feature === feature);
  // an upgrade within the period allows more than the counter stores
  const allowed = Math.max(entitlementOf(plan).quotas[feature], counter?.allowed ?? 0);
  return allowed - (counter ? counter.used + counter.held : 0);
}

/**
 * Reserves units from a wallet loaded in this transaction.
 * @returns `replayed` when the job already holds them; `none` when too few units remain in the period
 * @throws ProductError idempotency.body_mismatch when the job has reserved a different amount
 */
export async function reserveQuotaFrom(
  trx: Knex.Transaction,
  wallet: Wallet,
  { owner, jobId, feature, units, byKey, expiresAt }: QuotaReservation,
): Promise<'reserved' | 'replayed' | 'none'> {
  assertWhole(units);
  const [result] = await inConflict(
    rowsOf<{ held: boolean; seen: boolean }>(
      trx,
      sql`with seen as (select from quota_hold where job_id = ${jobId} and feature = ${feature}),
          counter as (
            insert into quota_counter as c (id, owner_kind, owner_id, feature, period_key, allowed, held, resets_at)
            select ${uuidv7()}, ${owner.kind}, ${owner.id}, ${feature}, ${wallet.quotaPeriod?.key ?? ''},
                   ${entitlementOf(wallet.plan).quotas[feature]}, ${units}, ${wallet.quotaPeriod?.resetsAt ?? null}
             where ${units <= quotaLeft(wallet, feature)} and not exists (select from seen)
            on conflict (owner_kind, owner_id, feature, period_key)
              do update set held = c.held + excluded.held, allowed = greatest(c.allowed, excluded.allowed) returning id),
          hold as (
            insert into quota_hold (job_id, feature, counter_id, units, expires_at, key_id, worth)
            select ${jobId}, ${feature}, id, ${units}, ${expiresAt}, ${byKey?.id ?? null}::uuid, ${byKey?.worth ?? 0}::bigint from counter returning job_id)
     select exists (select from hold) as held, exists (select from seen) as seen`,
    ),
  );
  const { held, seen } = result!;
  if (seen) return replay(trx, { owner, jobId, feature, units });
  return held ? 'reserved' : 'none';
}

/**
 * Maps a unique violation to a conflict: the wallet's lock serialises one owner's operations, but another owner may use the same job id at
 * the same time.
 */
async function inConflict<T>(statement: PromiseLike<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    if (isUniqueViolation(error)) throw takenOtherwise();
    throw error;
  }
}

const takenOtherwise = () => new ProductError('idempotency.body_mismatch', 'This job has already reserved a different amount.');

async function replay(trx: Knex.Transaction, given: Omit<QuotaReservation, 'expiresAt'>): Promise<'replayed'> {
  const hold = await trx('quota_hold as h')
    .join('quota_counter as c', 'c.id', 'h.counter_id')
    .where({ 'h.job_id': given.jobId, 'h.feature': given.feature })
    .first('h.units', 'c.owner_kind', 'c.owner_id');
  if (hold.units === given.units && hold.owner_kind === given.owner.kind && hold.owner_id === given.owner.id) return 'replayed';
  throw takenOtherwise();
}

/**
 * Settles the units of a plan that a job holds: used, or released. Units of a past period return to that period.
 * @param units how many were used; default: all that are held
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
  throw new ProductError('idempotency.body_mismatch', 'This has already ended with a different result.');
}
