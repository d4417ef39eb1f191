import { setTimeout as sleep } from 'node:timers/promises';
import { config } from '#domain/platform/config.ts';
import { database, isStoreAway } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { costMicroUsd, type TokenUse } from './prices.ts';
import { EVERYONE } from './spend.command.ts';
import type { Allowance } from './take-allowance.command.ts';

export type Outcome = 'ok' | 'rate_limited' | 'unavailable' | 'timed_out' | 'refused' | 'broken' | 'aborted';

/**
 * What a call says about its vendor. up: it answered, whatever it said; down: it did not; shut: it will not before an operator has
 * changed something; unknown: we left before it could.
 */
export type Standing = 'up' | 'down' | 'shut' | 'unknown';

export interface FinishedCall {
  id: string;
  allowance: Allowance;
  accountId: string;
  runId: string;
  stepId: string;
  purpose: string;
  startedAt: Date;
  ms: number;
  outcome: Outcome;
  standing: Standing;
  httpStatus: number | null;
  /** Null: the vendor did not say what it used. */
  use: TokenUse | null;
  /** What the bucket is charged when `use` is not known. */
  tokensIfUnknown: number;
  /** Closes the lane for every caller. */
  closeForMs: number | null;
  detail: string | null;
}

const STORE_WAITS_MS = [200, 500, 1_000, 2_000];

/**
 * The call's row, what it cost, the correction of the bucket and the circuit: one statement, one transaction. Everything hangs on the
 * row being new, so the same call settled twice counts once.
 */
const SETTLE = `
  with recorded as (
    insert into vendor_call (id, account_id, run_id, step_id, service, model, purpose, started_at, ms, outcome, http_status,
                             input_tokens, cached_tokens, output_tokens, cost_micro_usd, detail)
    values (:id, (select id from account where id = :accountId), (select id from run where id = :runId), :stepId, :service, :model,
            :purpose, :startedAt, :ms, :outcome, :httpStatus, :input, :cached, :output, :cost, :detail)
    on conflict (id) do nothing
    returning id
  ), lane as (
    update vendor_lane set
      token_level = token_level + cast(:refund as float8),
      failures = case :standing when 'up' then 0 when 'unknown' then failures else failures + 1 end,
      open_until = case
        when :standing = 'up' then null
        when open_until > now() then open_until
        when :standing = 'shut' or (:standing = 'down' and (open_until is not null or failures + 1 >= :circuitFailures))
          then now() + :openMs * interval '1 ms'
        else open_until end,
      probe_until = case when :standing = 'up' or :probe then null else probe_until end,
      closed_until = greatest(closed_until, now() + :closeMs * interval '1 ms')
    where service = :service and model = :model and exists (select from recorded)
  )
  insert into spend_day as spent (day, account_id, micro_usd, calls)
  select cast(now() at time zone 'utc' as date), who, coalesce(:cost, 0), 1
    from recorded, unnest(array[cast(:accountId as uuid), cast(:everyone as uuid)]) who
  on conflict (day, account_id) do update set micro_usd = spent.micro_usd + excluded.micro_usd, calls = spent.calls + 1`;

/**
 * Settles a call. A store that is away for a moment is waited for; when it stays away the figures go to the log and the call counts
 * as settled, because the answer is paid and its caller needs it.
 */
export function settleCall(call: FinishedCall): Promise<void> {
  const settling = record(call).finally(() => underWay.delete(settling));
  underWay.add(settling);
  return settling;
}

const underWay = new Set<Promise<void>>();

/** Resolves when no call of this process is being settled: before a process ends. */
export async function callsSettled(): Promise<void> {
  await Promise.all(underWay);
}

async function record(call: FinishedCall): Promise<void> {
  const { vendor } = config();
  const { allowance, use } = call;
  const cost = use ? costMicroUsd(allowance.model, use, call.startedAt) : null;
  const used = use ? use.input + use.output : call.tokensIfUnknown;
  const figures = {
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
    cost,
    detail: call.detail,
  };
  const bindings = {
    ...figures,
    id: call.id,
    accountId: call.accountId,
    everyone: EVERYONE,
    startedAt: call.startedAt,
    refund: allowance.tokens - used,
    standing: call.standing,
    probe: allowance.probe,
    circuitFailures: vendor.circuitFailures,
    openMs: vendor.circuitOpenMs,
    closeMs: call.closeForMs,
  };
  const level = call.standing === 'shut' ? 'error' : call.outcome === 'ok' || call.outcome === 'aborted' ? 'info' : 'warn';
  logger()[level](figures, 'vendor call');
  for (const waitMs of [...STORE_WAITS_MS, null]) {
    try {
      await database().raw(SETTLE, bindings);
      return;
    } catch (error) {
      if (waitMs === null || !isStoreAway(error)) return logger().error({ ...figures, err: error }, 'vendor call could not be recorded');
      await sleep(waitMs);
    }
  }
}

/** Keeps the lane to a probe while it runs; a probe whose process died frees it after a lease. Returns how to stop. */
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
