import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '#contract/platform/status.contract.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { tuning } from '#domain/platform/tuning/tuning.queries.ts';
import { batchCalls } from '#domain/platform/batch-calls.ts';
import { refuseOverspent, reportedSpend, spendCaps, spentToday, type Spent, type SpentToday } from './add-spend.command.ts';
import { BUDGET_POLL_MS, USED_UP_SQL } from './service-budget.queries.ts';
import { AllowanceWait, CallAborted } from './vendor-failure.ts';

/** Longest time a caller waits for its allowance; a caller that would wait longer gets the time to retry instead. */
const PATIENCE_MS = 2_000;
/** Jitter, so that callers with the same retry time do not all return in the same millisecond. */
const SPREAD_MS = 250;

export interface AllowanceRequest {
  service: Service;
  model: string;
  lane: 'interactive' | 'batch';
  accountId: string | null;
  /** Estimated tokens of the call, input and output. */
  tokens: number;
  signal: AbortSignal;
  /** The call costs nothing, so spending caps and budgets do not apply. */
  isFree?: boolean;
}

/** The amount a caller has taken from the bucket, until its call is settled. */
export interface Allowance {
  readonly service: Service;
  readonly model: string;
  /** Taken from the token bucket. */
  readonly tokens: number;
  /** This call probes a vendor whose circuit is open; no other call is allowed in the meantime. */
  readonly probe: boolean;
}

/** Returns a vendor's limit; 0 in the configuration means that it has none. */
const UNLIMITED = 1e15;

/** One of a lane's two buckets. */
interface Bucket {
  /** The lane's column. */
  readonly level: Sql;
  /** The refill per minute, and the maximum level. */
  readonly capacity: number;
  /** The level below which the caller must not go. */
  readonly line: number;
}

const REQUEST_LEVEL = sql`lane.request_level`;
const TOKEN_LEVEL = sql`lane.token_level`;

/** Returns the current level of a bucket. Buckets refill lazily, without a background job. */
const levelOf = ({ level, capacity }: Bucket): Sql =>
  sql`least(${capacity}::float8, ${level} + greatest(0, extract(epoch from now() - lane.refilled_at)) * ${capacity}::float8 / 60)`;
/** Milliseconds until a bucket is above its line again after `need` was taken. */
const waitOf = (bucket: Bucket, need: number, level = levelOf(bucket)): Sql =>
  sql`(${bucket.line}::float8 + ${need}::float8 - ${level}) / (${bucket.capacity}::float8 / 60) * 1000`;
const until = (moment: Sql): Sql => sql`extract(epoch from ${moment} - now()) * 1000`;
const CLOSED_MS = until(sql`lane.closed_until`);
/** Retry interval while another caller's probe runs, in ms: the probe may end at any time. */
export const PROBE_POLL_MS = 500;
/** Retry interval for a service paused by an operator, in ms, so that callers soon notice when it is resumed. */
export const HELD_POLL_MS = 2_000;
/**
 * How long to wait in each state. Paused by an operator: no calls. Open: no calls until its end, then one probe at a time. Closed: null.
 */
const CIRCUIT_WAIT = sql`case when lane.paused_at is not null then ${HELD_POLL_MS}
  when lane.open_until > now() then ${until(sql`lane.open_until`)}
  when lane.open_until is not null and lane.probe_until > now() then least(${until(sql`lane.probe_until`)}, ${PROBE_POLL_MS}) end`;

interface Taking {
  readonly service: Service;
  readonly model: string;
  readonly accountId: string | null;
  readonly requests: Bucket;
  readonly tokens: Bucket;
  readonly caps: Spent;
  /** The call is free of charge, so budgets do not apply. */
  readonly isFree: boolean;
  /** Requests and tokens to take. */
  readonly count: number;
  readonly need: number;
  readonly patienceMs: number;
}

/**
 * Checks spending caps, the service's budget, buckets and circuit in one statement. The upsert locks the lane's row and sees its newest
 * version, so callers in all processes are serialised. Tokens are taken at once, even when the bucket must refill first: its level is then
 * below the line, and callers wait for the refill in order of arrival. A lane created while an operator has paused its service starts
 * paused.
 */
function taking({ service, model, accountId, requests, tokens, caps, isFree, count, need, patienceMs }: Taking): Sql {
  const bucketWait = sql`greatest(0, ${waitOf(requests, count)}, ${waitOf(tokens, need)}, ${CLOSED_MS})`;
  return sql`
  with ${spentToday(accountId)}, used_up as (
    select from ${USED_UP_SQL} budget where service = ${service} and not ${isFree}
  ), taken as (
    insert into vendor_lane as lane (service, model, request_level, token_level, paused_at)
    select ${service}, ${model}, ${requests.capacity}::float8 - ${count}::float8, ${tokens.capacity}::float8 - ${need}::float8,
           (select min(paused_at) from vendor_lane where service = ${service})
      from spent where person - person_presumed < ${caps.person}::float8 and everyone - everyone_presumed < ${caps.everyone}::float8
            and not exists (select from used_up)
    on conflict (service, model) do update set
      request_level = ${levelOf(requests)} - ${count}::float8,
      token_level = ${levelOf(tokens)} - ${need}::float8,
      refilled_at = greatest(lane.refilled_at, now()),
      probe_until = case when lane.open_until is not null then now() + ${config().leaseMs} * interval '1 ms' end
      where ${CIRCUIT_WAIT} is null and (lane.open_until is null or ${count}::float8 = 1) and ${bucketWait} <= ${patienceMs}
    returning lane.open_until is not null as probe, lane.paused_at is not null as is_held,
      greatest(0, ${waitOf(requests, 0, REQUEST_LEVEL)}, ${waitOf(tokens, 0, TOKEN_LEVEL)}, ${CLOSED_MS}) as wait_ms
  )
  select spent.*, taken.probe, taken.wait_ms,
         greatest(seen.retry_ms, case when exists (select from used_up) then ${BUDGET_POLL_MS}::float8 end) as retry_ms
    from spent left join taken on not is_held
    left join (select greatest(${bucketWait}, ${CIRCUIT_WAIT}) as retry_ms
                 from vendor_lane lane where service = ${service} and model = ${model}) seen on true`;
}

/**
 * Takes one request and its tokens from the lane of a service's model. The batch lane cannot use the share reserved for interactive work.
 * @throws ProductError spend.user_cap, spend.install_cap; AllowanceWait; CallAborted while it waits (its allowance is returned)
 */
export async function acquireAllowance(request: AllowanceRequest): Promise<Allowance> {
  const { service, model, signal } = request;
  const shared = await takeTogether(request);
  if (shared) return shared;
  const tokens = tokensOf(request);
  const row = await take(request, { count: 1, tokens, patienceMs: PATIENCE_MS });
  if (row.wait_ms === null) {
    if (!request.isFree) refuseOverspent(reportedSpend(row));
    // the snapshot may show tokens that another caller has just taken
    throw waitFor(service, Math.max(100, Number(row.retry_ms ?? 0)));
  }
  const allowance: Allowance = { service, model, tokens, probe: row.probe };
  const waitMs = Number(row.wait_ms);
  if (waitMs > 0) await waitInLine(allowance, waitMs, signal);
  return allowance;
}

/**
 * Takes the allowance of several callers with the same user and lane in one statement, if there is enough for all. Returns null for each
 * otherwise, and for a single caller; each then takes its own.
 */
const takeTogether = batchCalls<AllowanceRequest, Allowance | null>(
  ({ service, model, lane, accountId }) => [service, model, lane, accountId].join(' '),
  async (requests) => {
    const alone = requests.map(() => null);
    if (requests.length === 1) return alone;
    const { service, model } = requests[0]!;
    const allowances = requests.map((request) => ({ service, model, tokens: tokensOf(request), probe: false }));
    const sum = allowances.reduce((tokens, allowance) => tokens + allowance.tokens, 0);
    const row = await take(requests[0]!, { count: requests.length, tokens: sum, patienceMs: 0 });
    if (row.wait_ms === null) return alone;
    if (Number(row.wait_ms) === 0) return allowances;
    // a new lane's first statement fills it, whatever the amount
    await releaseAllowance({ service, model, tokens: sum, probe: false }, requests.length);
    return alone;
  },
);

/** The share of a bucket's capacity that a lane must leave to others. */
const lineOf = (lane: AllowanceRequest['lane'], capacity: number) =>
  lane === 'batch' ? capacity * config().vendor.interactiveShare + (capacity / 60_000) * PATIENCE_MS : 0;

/** Returns the tokens to take. A call larger than the bucket takes the lane's maximum; it would otherwise wait for ever. */
function tokensOf({ lane, tokens }: AllowanceRequest): number {
  const capacity = config().vendor.tokensPerMinute || UNLIMITED;
  return Math.max(0, Math.min(tokens, capacity - lineOf(lane, capacity)));
}

interface Taken extends SpentToday {
  probe: boolean;
  /** Null: nothing was taken. */
  wait_ms: number | null;
  retry_ms: number | null;
}

async function take(
  { service, model, lane, accountId, isFree = false }: AllowanceRequest,
  { count, tokens, patienceMs }: { count: number; tokens: number; patienceMs: number },
): Promise<Taken> {
  const caps = isFree ? { person: Infinity, everyone: Infinity } : spendCaps();
  const limits = await tuning();
  const bucket = (level: Sql, capacity: number): Bucket => ({ level, capacity, line: lineOf(lane, capacity) });
  const statement = taking({
    service,
    model,
    accountId,
    requests: bucket(REQUEST_LEVEL, limits.vendor_requests_per_minute || UNLIMITED),
    tokens: bucket(TOKEN_LEVEL, limits.vendor_tokens_per_minute || UNLIMITED),
    caps,
    isFree,
    count,
    need: tokens,
    patienceMs,
  });
  const [taken] = await rowsOf<Taken>(database(), statement);
  return taken!;
}

const waitFor = (service: Service, ms: number) => new AllowanceWait(service, new Date(Date.now() + ms + Math.random() * SPREAD_MS));

/** Waits for the refill. If the vendor's circuit opens meanwhile, all waiting callers are rejected. */
async function waitInLine(allowance: Allowance, ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    await releaseAllowance(allowance);
    throw new CallAborted();
  }
  const [lane] = await rowsOf<{ readonly closed_ms: string | null }>(
    database(),
    sql`select greatest(${CLOSED_MS}, ${until(sql`lane.open_until`)}, case when paused_at is not null then ${HELD_POLL_MS}::float8 end) as closed_ms
          from vendor_lane lane where service = ${allowance.service} and model = ${allowance.model}`,
  );
  const closedMs = Number(lane?.closed_ms ?? 0);
  if (closedMs <= 0) return;
  await releaseAllowance(allowance);
  throw waitFor(allowance.service, closedMs);
}

/** Returns the allowance of calls that were never made. @param count number of calls; more than one if they were taken together */
export async function releaseAllowance({ service, model, tokens, probe }: Allowance, count = 1): Promise<void> {
  await database()('vendor_lane')
    .where({ service, model })
    .increment({ request_level: count, token_level: tokens })
    .update(probe ? { probe_until: null } : {});
}
