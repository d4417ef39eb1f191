import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Service } from '#contract/platform/ai-services.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import type { LostCall } from '#domain/platform/runs/engine.ts';
import { PAID_PATIENCE_MS, retryWhileDatabaseUnavailable } from '#domain/platform/store-retries.ts';
import { batchCalls } from '#domain/platform/batch-calls.ts';
import { expression, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import type { Cause } from './failure-cause.ts';
import { costMicroUsd, presumedMicroUsd, type TokenUse } from './prices.ts';
import { isDemo } from './voices.ts';
import { ALL_ACCOUNTS } from './add-spend.command.ts';
import { evidenceMs } from './vendor-availability.queries.ts';
import type { Allowance } from './acquire-allowance.command.ts';
import type { VendorCall } from './vendor-lane.model.ts';

export type Outcome = 'ok' | 'rate_limited' | 'unavailable' | 'timed_out' | 'refused' | 'broken' | 'aborted';

/**
 * What a call says about its vendor. up: it answered; garbled: its answer was unreadable; down: it did not answer; shut: it will not until
 * an operator changes something; away: it asked for a longer pause than we accept, so one probe goes first; unknown: the call was aborted
 * too early.
 */
export type Standing = 'up' | 'garbled' | 'down' | 'shut' | 'away' | 'unknown';

export interface FinishedCall {
  id: string;
  allowance: Allowance;
  accountId: string | null;
  /** Null: the call belongs to no run. */
  runId: string | null;
  stepId: string | null;
  purpose: string;
  startedAt: Date;
  ms: number;
  outcome: Outcome;
  standing: Standing;
  /** Why the vendor is shut; absent: it is not. */
  shutFor?: Cause | null;
  httpStatus: number | null;
  /** Null: the vendor did not report usage. */
  use: TokenUse | null;
  /** The presumed usage when the vendor reported none; null: no usage is presumed. */
  presumed: TokenUse | null;
  /** Cost in micro-dollars of a call that is not priced by tokens. */
  cost?: number;
  /** Share of the list price that is paid; default: all of it. */
  priceShare?: number;
  /** Closes the lane for every caller. */
  closeForMs: number | null;
  detail: string | null;
}

/** How long a stopping process waits for its usage records to be written. */
const SETTLED_WITHIN_MS = 4_000;

/** Initial pause of an open circuit; every failed probe doubles it, up to `circuitOpenMs`. */
const FIRST_OPEN_MS = 1_000;
/** Pause of a service that needs an operator. */
const SHUT_MS = 5_000;
/** A service that answers everybody with 429s for this long is not merely busy: each later pause ends with a single call. */
const REFUSES_EVERYBODY_MS = 3_000;

/**
 * Settles a call. Waits for an unavailable database; if it stays unavailable, the usage goes to the log and the call counts as settled,
 * because the answer is paid for and its caller needs it.
 */
export function settleCall(call: FinishedCall): Promise<void> {
  const settling = record(call).finally(() => underWay.delete(settling));
  underWay.add(settling);
  return settling;
}

const underWay = new Set<Promise<void>>();

/**
 * Resolves when this process has no call left to settle, or after `withinMs`, because the database may be unavailable. Call it before the
 * process ends.
 */
export async function callsSettled(withinMs = SETTLED_WITHIN_MS): Promise<void> {
  await Promise.race([Promise.all(underWay), sleep(withinMs, undefined, { ref: false })]);
}

/** Settles successful calls of a lane that end together in one batch; all other results one by one. */
const record = batchCalls<FinishedCall, void>(
  ({ id, standing, closeForMs, allowance: { service, model, probe } }) =>
    standing === 'up' && closeForMs === null && !probe ? `${service} ${model}` : id,
  async (calls) => {
    const figures = calls.map(figuresOf);
    for (const [at, { outcome, standing }] of calls.entries()) {
      const level = standing === 'shut' ? 'error' : outcome === 'ok' || outcome === 'aborted' ? 'info' : 'warn';
      logger()[level](figures[at], 'vendor call');
    }
    const failed = await settle(calls, figures);
    // a call that cannot be written must not block the others
    if (failed && calls.length > 1) await Promise.all(calls.map((call, at) => report(settle([call], [figures[at]!]), figures[at]!)));
    else if (failed) logger().error({ ...figures[0], err: failed }, 'vendor call could not be recorded');
    return calls.map(() => undefined);
  },
);

type Figures = ReturnType<typeof figuresOf>;

async function report(settling: Promise<unknown>, figures: Figures): Promise<void> {
  const failed = await settling;
  if (failed) logger().error({ ...figures, err: failed }, 'vendor call could not be recorded');
}

function figuresOf({ allowance, use, priceShare = 1, ...call }: FinishedCall) {
  const counted = use ?? call.presumed;
  const known = isDemo() ? 0 : call.cost;
  const cost = use ? (known ?? costMicroUsd(allowance.model, use, call.startedAt)) : null;
  return {
    service: allowance.service,
    model: allowance.model,
    purpose: call.purpose,
    runId: call.runId,
    stepId: call.stepId,
    ms: call.ms,
    outcome: call.outcome,
    httpStatus: call.httpStatus,
    input: use?.input ?? null,
    cached: use?.cacheRead ?? null,
    output: use?.output ?? null,
    cost: cost === null ? null : Math.round(cost * priceShare),
    spend: counted ? Math.round((known ?? presumedMicroUsd(allowance.model, counted, call.startedAt)) * priceShare) : 0,
    share: priceShare,
    detail: call.detail,
  };
}

/**
 * Writes the calls' rows, their cost to accounts and services, the correction of the bucket and the circuit in one statement and
 * transaction. An unknown cost is null in the row; the daily cap counts the presumed cost. Every effect depends on the row being new, so
 * settling a call twice counts once. Several calls only if they belong to one lane and all succeeded.
 */
function settlement(calls: readonly FinishedCall[], figures: readonly Figures[]): Sql {
  const { circuitFailures, circuitOpenMs } = config().vendor;
  const { allowance, standing, shutFor = null, closeForMs, outcome } = calls[0]!;
  const { service, model, probe } = allowance;
  const isUp = standing === 'up';
  const isRefused = isUp && outcome === 'rate_limited';
  const isAnswered = (isUp && !isRefused) || standing === 'garbled';
  const isUnanswered = standing !== 'unknown' && !isAnswered;
  // a service whose answers are unreadable for everybody is paused like one that does not answer
  const isFault = standing === 'down' || standing === 'garbled';
  const closedUntil = sql`now() + ${closeForMs} * interval '1 ms'`;
  const column = <T>(value: (figures: Figures) => T) => figures.map(value);
  return sql`
  with call as (
    select distinct on (id) * from unnest(
        ${calls.map(({ id }) => id)}::uuid[], ${calls.map(({ accountId }) => accountId)}::uuid[],
        ${column(({ runId }) => runId)}::uuid[], ${column(({ stepId }) => stepId)}::uuid[], ${column(({ purpose }) => purpose)}::text[],
        ${calls.map(({ startedAt }) => startedAt)}::timestamptz[], ${column(({ ms }) => ms)}::int[],
        ${column((one) => one.outcome)}::text[], ${column(({ httpStatus }) => httpStatus)}::int[],
        ${column(({ input }) => input)}::int[], ${column(({ cached }) => cached)}::int[], ${column(({ output }) => output)}::int[],
        ${column(({ cost }) => cost)}::bigint[], ${column(({ spend }) => spend)}::bigint[],
        ${calls.map(({ use }, at) => (use ? 0 : figures[at]!.spend))}::bigint[], ${column(({ detail }) => detail)}::text[],
        ${calls.map(refundOf)}::float8[], ${column(({ share }) => share)}::real[])
      as call(id, account_id, run_id, step_id, purpose, started_at, ms, outcome, http_status,
              input, cached, output, cost, spend, presumed, detail, refund, price_share)
  ), recorded as (
    insert into vendor_call (id, account_id, run_id, step_id, service, model, purpose, started_at, ms, outcome, http_status,
                             input_tokens, cached_tokens, output_tokens, cost_micro_usd, detail, price_share)
    select call.id, account.id, run.id, call.step_id, ${service}, ${model}, purpose, call.started_at, ms, outcome, http_status,
           input, cached, output, cost, detail, price_share
      from call left join account on account.id = call.account_id left join run on run.id = call.run_id
    -- the call was thought lost with its process (then it has no duration), but the process was only slow
    on conflict (id) do update set ms = excluded.ms, outcome = excluded.outcome, http_status = excluded.http_status,
                                   input_tokens = excluded.input_tokens, cached_tokens = excluded.cached_tokens,
                                   output_tokens = excluded.output_tokens, cost_micro_usd = excluded.cost_micro_usd, detail = excluded.detail
      where vendor_call.ms is null
    -- xmax is 0 in a new row; a call that was thought lost has already been counted for the day
    returning id, xmax = 0 as is_first
  ), new as (
    select call.*, is_first from call join recorded using (id)
  ), lane as (
    update vendor_lane set
      token_level = token_level + (select sum(refund) from new),
      failures = case when ${isUp} then 0 when ${standing} = 'unknown' or open_until > now() then failures else failures + 1 end,
      open_until = case
        when ${isRefused} and unanswered_since < now() - ${REFUSES_EVERYBODY_MS} * interval '1 ms' then ${closedUntil}
        when ${isUp} then null
        when ${standing} = 'away' then ${closedUntil}
        when open_until > now() then open_until
        when ${standing} = 'shut' then now() + ${Math.max(circuitOpenMs, SHUT_MS)} * interval '1 ms'
        when ${isFault} and (open_until is not null or failures + 1 >= ${circuitFailures})
          then now() + interval '1 ms' * least(${circuitOpenMs}, ${FIRST_OPEN_MS} * power(2, least(10, greatest(0, failures + 1 - ${circuitFailures}))))
        else open_until end,
      shut_for = case when ${standing} = 'unknown' then shut_for else ${shutFor} end,
      probe_until = case when ${isUp} or ${probe} then null else probe_until end,
      closed_until = greatest(closed_until, ${closedUntil}),
      unanswered_since = case
        when ${isAnswered} then null
        -- no call has gone unanswered recently, so an outage begins now
        when ${isUnanswered} and (unanswered_since is null or unanswered_at < now() - ${evidenceMs()} * interval '1 ms') then now()
        else unanswered_since end,
      unanswered_at = case when ${isAnswered} then null when ${isUnanswered} then now() else unanswered_at end
    where service = ${service} and model = ${model} and exists (select from new)
  ), on_service as (
    insert into service_spend_day as spent (service, day, micro_usd, presumed_micro_usd)
    select ${service}, cast(now() at time zone 'utc' as date), sum(spend), sum(presumed) from new having count(*) > 0
    on conflict (service, day) do update set micro_usd = spent.micro_usd + excluded.micro_usd,
      presumed_micro_usd = spent.presumed_micro_usd + excluded.presumed_micro_usd
  )
  insert into spend_day as spent (day, account_id, micro_usd, presumed_micro_usd, calls)
  select cast(now() at time zone 'utc' as date), who, sum(spend), sum(presumed), count(*) filter (where is_first)
    from new, unnest(array[account_id, ${ALL_ACCOUNTS}::uuid]) who where who is not null group by who order by who
  on conflict (day, account_id) do update set micro_usd = spent.micro_usd + excluded.micro_usd,
    presumed_micro_usd = spent.presumed_micro_usd + excluded.presumed_micro_usd, calls = spent.calls + excluded.calls`;
}

/** The tokens to return to the bucket: taken but not used. */
const refundOf = ({ use, presumed, allowance: { tokens } }: FinishedCall): number =>
  use ? tokens - use.input - use.output : presumed ? 0 : tokens;

/** Settles a batch. @returns the error, or null */
async function settle(calls: readonly FinishedCall[], figures: readonly Figures[]): Promise<unknown> {
  try {
    await retryWhileDatabaseUnavailable(PAID_PATIENCE_MS, () => rowsOf(database(), settlement(calls, figures)));
    return null;
  } catch (error) {
    return error;
  }
}

/** Shorter waits are not worth a statement. */
const QUEUED_MS = 1_000;

/**
 * Leaves a call's wait in our own queue out of how long its service has answered nobody: nobody asked it meanwhile, or its answers to
 * others were what the call waited for. Time that was left out once is not left out again.
 */
export async function excuseQueueing(service: Service, model: string, queuedMs: number): Promise<void> {
  if (queuedMs < QUEUED_MS) return;
  const excused = sql`least(now() - unanswered_at, ${queuedMs} * interval '1 ms')`;
  await rowsOf(
    database(),
    sql`update vendor_lane set unanswered_since = unanswered_since + ${excused}, unanswered_at = unanswered_at + ${excused}
         where service = ${service} and model = ${model} and unanswered_at is not null`,
  );
}

/** Reserves the lane for a running probe. After a crash the lease expires and frees the lane. Returns a function that stops the renewal. */
export function holdProbe({ service, model, probe }: Allowance): () => void {
  if (!probe) return () => {};
  const { leaseMs } = config();
  const renew = () =>
    database()('vendor_lane')
      .where({ service, model })
      .whereNotNull('open_until')
      .update({ probe_until: expression(database(), sql`now() + ${leaseMs} * interval '1 ms'`) })
      .catch((error) => logger().warn({ err: error, service }, 'a probe could not be renewed'));
  const timer = setInterval(renew, leaseMs / 3);
  return () => clearInterval(timer);
}

/**
 * Records calls whose process crashed during them: the vendor did the work, but its usage will never be known. Their cost is unknown, their
 * allowance is not returned, and they count among the day's calls. Settled calls do not change, so this may be called repeatedly, for any
 * call that has begun. If the process is alive after all, it overwrites the record with the actual usage.
 */
export async function recordLostCalls(knex: Knex, lost: readonly LostCall[]): Promise<void> {
  if (lost.length === 0) return;
  const column = (value: (call: LostCall) => string | null) => lost.map(value);
  await rowsOf(
    knex,
    sql`with lost as (
       insert into vendor_call (id, account_id, run_id, step_id, service, model, purpose, started_at, outcome, detail)
       select call.id, account.id, run.id, call.step_id, service, model, purpose, at, 'aborted', 'its worker ended before it did'
         from unnest(${column(({ call }) => call.id)}::uuid[], ${column(({ accountId }) => accountId)}::uuid[],
                     ${column(({ runId }) => runId)}::uuid[], ${column(({ stepId }) => stepId)}::uuid[],
                     ${column(({ call }) => call.service)}::text[], ${column(({ call }) => call.model)}::text[],
                     ${column(({ call }) => call.purpose)}::text[], ${column(({ call }) => call.at)}::timestamptz[])
              as call(id, account_id, run_id, step_id, service, model, purpose, at)
         left join account on account.id = call.account_id left join run on run.id = call.run_id
        -- one order for all statements: a statement that settles several calls locks them in this order too
        order by call.id
       on conflict (id) do nothing
       returning account_id
     )
     insert into spend_day as spent (day, account_id, micro_usd, calls)
     select cast(now() at time zone 'utc' as date), who, 0, count(*)
       from lost, unnest(array[account_id, ${ALL_ACCOUNTS}::uuid]) who where who is not null group by who order by who
     on conflict (day, account_id) do update set calls = spent.calls + excluded.calls`,
  );
}

/** SQL that counts a call's cost as wasted because a check rejected its answer. */
export const discardCall = (callId: string): Sql => sql`update vendor_call set discarded = true where id = ${callId}`;

/** Deletes at most `most` calls that belong to no run and are older than `days`. @returns the number of deleted calls */
export async function pruneCalls(days: number, most: number): Promise<number> {
  const deleted = await rowsOf<Pick<VendorCall, 'id'>>(
    database(),
    sql`delete from vendor_call where id in (
       select id from vendor_call where run_id is null and started_at < now() - ${days} * interval '1 day' limit ${most} for update skip locked)
     returning id`,
  );
  return deleted.length;
}

/** Deletes a run's calls, made and waiting, in the caller's transaction. */
export async function pruneCallsOf(trx: Knex.Transaction, runId: string): Promise<void> {
  await trx('vendor_call').where({ run_id: runId }).del();
  await trx('vendor_batch_item').where({ run_id: runId }).del();
}
