import { setTimeout as sleep } from 'node:timers/promises';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { PAID_PATIENCE_MS, retryWhileDatabaseUnavailable } from '#domain/platform/store-retries.ts';
import { batchCalls } from '#domain/platform/batch-calls.ts';
import { costMicroUsd, presumedMicroUsd, type TokenUse } from './prices.ts';
import { ALL_ACCOUNTS } from './add-spend.command.ts';
import { evidenceMs } from './vendor-availability.queries.ts';
import type { Allowance } from './acquire-allowance.command.ts';

export type Outcome = 'ok' | 'rate_limited' | 'unavailable' | 'timed_out' | 'refused' | 'broken' | 'aborted';

/**
 * What a call tells about its vendor. up: it answered, with whatever result; down: it did not; shut: it will not until an operator changes
 * something; away: it asked for a longer pause than we accept, so one probe goes first; unknown: the call was aborted too early.
 */
export type Standing = 'up' | 'down' | 'shut' | 'away' | 'unknown';

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
  httpStatus: number | null;
  /** Null: the vendor did not report usage. */
  use: TokenUse | null;
  /** The presumed usage when the vendor reported none; null: nothing. */
  presumed: TokenUse | null;
  /** Share of the list price that is paid for it; default: all of it. */
  priceShare?: number;
  /** Closes the lane for every caller. */
  closeForMs: number | null;
  detail: string | null;
}

/** How long a stopping process waits for its figures to be written. */
const SETTLED_WITHIN_MS = 4_000;

/** Initial pause of an open circuit; every failed probe doubles it, up to `circuitOpenMs`. */
const FIRST_OPEN_MS = 1_000;
/** Pause of a service that needs an operator. */
const SHUT_MS = 5_000;
/** Condition over `vendor_lane`: nobody has been left without an answer recently, so an outage begins now. */
const STALE = `(unanswered_since is null or unanswered_at < now() - :evidenceMs * interval '1 ms')`;

/**
 * The calls' rows, their cost, the correction of the bucket and the circuit: one statement, one transaction. An unknown cost is null in the
 * row; the daily cap counts the presumed cost. Every effect depends on the row being new, so settling a call twice counts once. Several
 * calls only if they belong to one lane and all succeeded.
 */
const SETTLE = `
  with call as (
    select distinct on (id) * from unnest(cast(:ids as uuid[]), cast(:accounts as uuid[]), cast(:runs as uuid[]), cast(:steps as uuid[]), cast(:purposes as text[]),
                         cast(:starts as timestamptz[]), cast(:times as int[]), cast(:outcomes as text[]), cast(:statuses as int[]),
                         cast(:inputs as int[]), cast(:cacheds as int[]), cast(:outputs as int[]), cast(:costs as bigint[]),
                         cast(:spends as bigint[]), cast(:presumeds as bigint[]), cast(:details as text[]), cast(:refunds as float8[]), cast(:shares as real[]))
      as call(id, account_id, run_id, step_id, purpose, started_at, ms, outcome, http_status, input, cached, output, cost, spend, presumed, detail, refund, price_share)
  ), recorded as (
    insert into vendor_call (id, account_id, run_id, step_id, service, model, purpose, started_at, ms, outcome, http_status,
                             input_tokens, cached_tokens, output_tokens, cost_micro_usd, detail, price_share)
    select call.id, account.id, run.id, call.step_id, :service, :model, purpose, call.started_at, ms, outcome, http_status,
           input, cached, output, cost, detail, price_share
      from call left join account on account.id = call.account_id left join run on run.id = call.run_id
    -- it was thought lost with its process (it has no time then), but that has only been slow
    on conflict (id) do update set ms = excluded.ms, outcome = excluded.outcome, http_status = excluded.http_status,
                                   input_tokens = excluded.input_tokens, cached_tokens = excluded.cached_tokens,
                                   output_tokens = excluded.output_tokens, cost_micro_usd = excluded.cost_micro_usd, detail = excluded.detail
      where vendor_call.ms is null
    -- xmax is 0 in a row that is new; one that was thought lost has been counted among the day's calls
    returning id, xmax = 0 as is_first
  ), new as (
    select call.*, is_first from call join recorded using (id)
  ), lane as (
    update vendor_lane set
      token_level = token_level + (select sum(refund) from new),
      failures = case when :standing = 'up' then 0 when :standing = 'unknown' or open_until > now() then failures else failures + 1 end,
      open_until = case
        when :standing = 'up' then null
        when :standing = 'away' then now() + :closeMs * interval '1 ms'
        when open_until > now() then open_until
        when :standing = 'shut' or (:standing = 'down' and (open_until is not null or failures + 1 >= :circuitFailures))
          then now() + interval '1 ms' * case when :standing = 'shut' then greatest(:openMs, ${SHUT_MS})
            else least(:openMs, ${FIRST_OPEN_MS} * power(2, least(10, greatest(0, failures + 1 - :circuitFailures)))) end
        else open_until end,
      probe_until = case when :standing = 'up' or :probe then null else probe_until end,
      closed_until = greatest(closed_until, now() + :closeMs * interval '1 ms'),
      unanswered_since = case when :answered then null when :unanswered and ${STALE} then now() else unanswered_since end,
      unanswered_at = case when :answered then null when :unanswered then now() else unanswered_at end
    where service = :service and model = :model and exists (select from new)
  )
  insert into spend_day as spent (day, account_id, micro_usd, presumed_micro_usd, calls)
  select cast(now() at time zone 'utc' as date), who, sum(spend), sum(presumed), count(*) filter (where is_first)
    from new, unnest(array[account_id, cast(:everyone as uuid)]) who where who is not null group by who order by who
  on conflict (day, account_id) do update set micro_usd = spent.micro_usd + excluded.micro_usd,
    presumed_micro_usd = spent.presumed_micro_usd + excluded.presumed_micro_usd, calls = spent.calls + excluded.calls`;

/**
 * Settles a call. Waits for an unavailable database; if it stays unavailable the figures go to the log and the call counts as settled,
 * because the answer is paid and its caller needs it.
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
    // one that cannot be written must not block the others
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
  const cost = use ? costMicroUsd(allowance.model, use, call.startedAt) : null;
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
    spend: counted ? Math.round(presumedMicroUsd(allowance.model, counted, call.startedAt) * priceShare) : 0,
    share: priceShare,
    detail: call.detail,
  };
}

/** Settles a batch. @returns the error, or null */
async function settle(calls: readonly FinishedCall[], figures: readonly Figures[]): Promise<unknown> {
  const { vendor } = config();
  const { allowance, standing, closeForMs, outcome } = calls[0]!;
  const column = <T>(of: (figures: Figures) => T) => figures.map(of);
  const bindings = {
    ids: calls.map(({ id }) => id),
    accounts: calls.map(({ accountId }) => accountId),
    runs: column(({ runId }) => runId),
    steps: column(({ stepId }) => stepId),
    purposes: column(({ purpose }) => purpose),
    starts: calls.map(({ startedAt }) => startedAt),
    times: column(({ ms }) => ms),
    outcomes: column(({ outcome }) => outcome),
    statuses: column(({ httpStatus }) => httpStatus),
    inputs: column(({ input }) => input),
    cacheds: column(({ cached }) => cached),
    outputs: column(({ output }) => output),
    costs: column(({ cost }) => cost),
    spends: column(({ spend }) => spend),
    presumeds: calls.map(({ use }, at) => (use ? 0 : figures[at]!.spend)),
    details: column(({ detail }) => detail),
    shares: column(({ share }) => share),
    refunds: calls.map(({ use, presumed, allowance: { tokens } }) => (use ? tokens - use.input - use.output : presumed ? 0 : tokens)),
    service: allowance.service,
    model: allowance.model,
    everyone: ALL_ACCOUNTS,
    standing,
    probe: allowance.probe,
    circuitFailures: vendor.circuitFailures,
    openMs: vendor.circuitOpenMs,
    closeMs: closeForMs,
    answered: standing === 'up' && outcome !== 'rate_limited',
    unanswered: standing !== 'unknown' && (standing !== 'up' || outcome === 'rate_limited'),
    evidenceMs: evidenceMs(),
  };
  try {
    await retryWhileDatabaseUnavailable(PAID_PATIENCE_MS, () => database().raw(SETTLE, bindings as unknown as Record<string, string>));
    return null;
  } catch (error) {
    return error;
  }
}

/** Reserves the lane for a probe while it runs; after a crash the lease expires and frees it. Returns a function that stops it. */
export function holdProbe({ service, model, probe }: Allowance): () => void {
  if (!probe) return () => {};
  const { leaseMs } = config();
  const renew = () =>
    database()
      .raw(`update vendor_lane set probe_until = now() + ? * interval '1 ms' where service = ? and model = ? and open_until is not null`, [
        leaseMs,
        service,
        model,
      ])
      .catch((error) => logger().warn({ err: error, service }, 'a probe could not be renewed'));
  const timer = setInterval(renew, leaseMs / 3);
  return () => clearInterval(timer);
}
