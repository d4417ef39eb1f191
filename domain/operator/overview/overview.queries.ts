import type { Overview, ServiceRow } from '#contract/operator/overview.contract.ts';
import { FAILED_OUTCOMES, RANGES } from '#contract/operator/series.contract.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { countAlarms } from '#domain/billing/alarms/alarm.queries.ts';
import { openAlerts } from '#domain/operator/alerts/alert.queries.ts';
import { callsByBar, callsByPurpose, timesByName, windowOf } from '#domain/operator/series/rollup.queries.ts';
import { percentilesOf } from '#domain/operator/series/series.queries.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { expression, sql, rowsOf, type Sql } from '#domain/platform/sql.ts';
import { laneLoads } from '#domain/platform/load/lane-load.queries.ts';
import { wasStorageFull } from '#domain/platform/storage/storage-full.ts';
import { tuning } from '#domain/platform/tuning/tuning.queries.ts';
import { ALL_ACCOUNTS, MICRO_USD_PER_CENT, spendCaps } from '#domain/vendors/llm/add-spend.command.ts';
import { listServiceBudgets, type BudgetRow } from '#domain/vendors/llm/service-budget.queries.ts';
import type { VendorLane } from '#domain/vendors/llm/vendor-lane.model.ts';
import type { MetricName } from './metric-names.ts';
import { kindRows, LIVE_STEPS, queueRows } from './queue-rows.queries.ts';
import { WORKER_ALIVE } from '#domain/platform/steps/lost-workers.queries.ts';

interface WorkerRow {
  readonly id: string;
  readonly started_at: Date;
  readonly seen_at: Date;
  readonly is_alive: boolean;
  readonly lanes: string[];
  readonly concurrency: number;
  readonly held: number;
}

/** Returns an overview of the installation, computed from the database alone, so that it does not depend on the queues' store. */
export async function readOverview(): Promise<Overview> {
  const at = new Date();
  const [queues, lanes, kinds, services, workers, alerts, spend] = await Promise.all([
    queueRows(at),
    laneLoads(),
    kindRows(),
    serviceRows(at),
    database()('worker_process')
      .select('*', expression(database(), sql`${WORKER_ALIVE} as is_alive`))
      .orderBy('id')
      .limit(200),
    openAlerts(),
    spentToday(),
  ]);
  return {
    at: at.toISOString(),
    queues,
    lanes: lanes.map(({ lane, depth, oldestS, mostDepth, mostS, isFull }) => ({
      lane,
      depth,
      most_depth: mostDepth,
      oldest_s: oldestS,
      most_s: mostS,
      is_full: isFull,
    })),
    kinds,
    services,
    workers: (workers as WorkerRow[]).map(({ id, started_at, seen_at, is_alive, lanes, concurrency, held }) => ({
      id,
      started_at: started_at.toISOString(),
      seen_at: seen_at.toISOString(),
      is_alive,
      lanes,
      concurrency,
      held,
    })),
    alerts,
    spend,
  };
}

/** Returns today's spending (UTC), and the installation's cap. */
async function spentToday(): Promise<Overview['spend']> {
  const row = await database()('spend_day')
    .where({ account_id: ALL_ACCOUNTS })
    .where('day', expression(database(), sql`(now() at time zone 'utc')::date`))
    .first('micro_usd', 'presumed_micro_usd');
  const { everyone } = spendCaps();
  return {
    micro_usd: row?.micro_usd ?? 0,
    presumed_micro_usd: row?.presumed_micro_usd ?? 0,
    cap_micro_usd: Number.isFinite(everyone) ? everyone : null,
  };
}

type LaneRow = Pick<VendorLane, 'service' | 'model' | 'failures'> & {
  readonly is_held: boolean;
  readonly until: Date | null;
  readonly allowance: number | null;
};

/** SQL: numbers of steps per service, with a call in progress or waiting after a try there. */
const AT_SERVICE = sql`
  select coalesce(case when state = 'running' then call_begun->>'service' end, tried->-1->>'service') as service,
         count(*) filter (where state = 'running')::int as under_way, count(*) filter (where state = 'queued')::int as waiting
    from ${LIVE_STEPS} group by 1`;

/** The state of each model's lane: its pauses, and the rest of a minute's allowance, 0 to 1. @param requests a minute's allowance */
const lanesOf = (requests: number): Sql => sql`
  select service, model, failures, paused_at is not null as is_held, greatest(closed_until, open_until) as until,
         greatest(0, least(1, request_level / nullif(${requests}::float8, 0) + extract(epoch from now() - refilled_at) / 60)) as allowance
    from vendor_lane`;

/** Returns every AI service with its health, pauses, current work, and the durations and costs of the hour until `at`. */
async function serviceRows(at: Date): Promise<ServiceRow[]> {
  const { vendors } = config();
  const hour = windowOf('1h', at);
  const [outcomes, purposes, latencies, steps, lanes] = await Promise.all([
    callsByBar(hour),
    callsByPurpose(hour),
    timesByName(hour, 'call'),
    rowsOf<{ service: string | null; under_way: number; waiting: number }>(database(), AT_SERVICE),
    tuning().then(({ vendor_requests_per_minute: requests }) => rowsOf<LaneRow>(database(), lanesOf(requests))),
  ]);
  return SERVICES.map((service) => {
    const { model, apiKey } = vendors[service];
    const ended = outcomes.filter((row) => row.service === service);
    const used = purposes.filter((row) => row.service === service);
    const at = steps.find((row) => row.service === service);
    const lane = lanes.find((row) => row.service === service && row.model === model);
    const until = lane?.until && lane.until > new Date() ? lane.until : null;
    return {
      service,
      model,
      state: apiKey === '' ? 'off' : lane?.is_held ? 'held' : until ? 'paused' : 'open',
      until: until?.toISOString() ?? null,
      failures: lane?.failures ?? 0,
      calls: sumOf(ended, ({ calls }) => calls),
      rate_limited: sumOf(ended, ({ outcome, calls }) => (outcome === 'rate_limited' ? calls : 0)),
      failed: sumOf(ended, ({ outcome, calls }) => (isFailed(outcome) ? calls : 0)),
      latency: percentilesOf(latencies.find(({ name }) => name === service)),
      tokens_in: sumOf(used, (row) => row.tokens_in),
      tokens_out: sumOf(used, (row) => row.tokens_out),
      cost_micro_usd: sumOf(ended, (row) => row.micro_usd),
      under_way: at?.under_way ?? 0,
      waiting: at?.waiting ?? 0,
      allowance: lane ? Number(lane.allowance) : null,
    };
  });
}

const sumOf = <Row>(rows: readonly Row[], of: (row: Row) => number): number => rows.reduce((sum, row) => sum + of(row), 0);

const isFailed = (outcome: string): boolean => (FAILED_OUTCOMES as readonly string[]).includes(outcome);

/** One sample of a metric, as in Prometheus. Labels contain only names of queues, services and states. */
export interface Sample {
  readonly metric: MetricName;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const QUANTILES = { p50: '0.5', p95: '0.95', p99: '0.99' } as const;
const MICRO = 1_000_000;
/**
 * How long full storage is still reported afterwards: an alert is a row too, so it can be stored and mailed only once there is room again.
 */
const STORAGE_TOLD_MS = 300_000;

/** Returns the part of its daily or monthly budget that a service has used, the larger of both; null without a budget. */
function shareOfBudget({ today, month, day_cents: day, month_cents: inMonth }: Omit<BudgetRow, 'service'>): number | null {
  const share = (spent: number, cents: number | null) => (cents === null ? 0 : spent / (cents * MICRO_USD_PER_CENT));
  return day === null && inMonth === null ? null : Math.max(share(today, day), share(month, inMonth));
}

/** Minutes, and least calls in them, over which the share of failures is reported too: an hour hides what began minutes ago. */
const RECENT = { minutes: 5, calls: 20 };

/** Returns the share of failed calls in the last minutes, for services with enough calls. */
async function recentFailedShares(): Promise<Map<string, number>> {
  const window = windowOf('15m', new Date());
  const recent = (await callsByBar(window)).filter(({ bar }) => bar >= RANGES['15m'].bars - RECENT.minutes);
  return new Map(
    [...Map.groupBy(recent, ({ service }) => service)].flatMap(([service, rows]) => {
      const calls = sumOf(rows, (row) => row.calls);
      const failed = sumOf(rows, (row) => (isFailed(row.outcome) ? row.calls : 0));
      return calls < RECENT.calls ? [] : [[service, failed / calls] as const];
    }),
  );
}

/** Returns all samples of the installation, for metrics, alerts and console. */
export async function readSamples(): Promise<Sample[]> {
  const { queues, lanes, kinds, services, workers, spend } = await readOverview();
  const samples: Sample[] = [];
  const add = (metric: MetricName, value: number, labels: Readonly<Record<string, string>> = {}) => samples.push({ metric, value, labels });
  for (const { queue, wait, run, ...row } of queues) {
    for (const state of ['active', 'waiting', 'delayed', 'failed'] as const) add('coursewright_queue_steps', row[state], { queue, state });
    add('coursewright_queue_oldest_seconds', row.oldest_s, { queue });
    add('coursewright_queue_ended_per_minute', row.ended.at(-2) ?? 0, { queue });
    add('coursewright_queue_workers', row.workers, { queue });
    for (const [name, quantile] of Object.entries(QUANTILES) as [keyof typeof QUANTILES, string][]) {
      if (wait) add('coursewright_queue_wait_seconds', wait[name], { queue, quantile });
      if (run) add('coursewright_queue_run_seconds', run[name], { queue, quantile });
    }
  }
  for (const { lane, is_full: isFull } of lanes) add('coursewright_lane_full', isFull ? 1 : 0, { lane });
  for (const { kind, lane, ...row } of kinds) {
    for (const state of ['queued', 'running', 'parked'] as const) add('coursewright_runs', row[state], { kind, lane, state });
    add('coursewright_run_oldest_seconds', row.oldest_s, { kind, lane });
  }
  for (const { service, ...row } of services) {
    add('coursewright_service_calls_hour', row.calls, { service });
    add('coursewright_service_failed_share', row.calls === 0 ? 0 : row.failed / row.calls, { service });
    add('coursewright_service_rate_limited_share', row.calls === 0 ? 0 : row.rate_limited / row.calls, { service });
    add('coursewright_service_paused', row.state === 'paused' || row.state === 'held' ? 1 : 0, { service });
    add('coursewright_service_tokens_hour', row.tokens_in, { service, direction: 'in' });
    add('coursewright_service_tokens_hour', row.tokens_out, { service, direction: 'out' });
    add('coursewright_service_cost_usd_hour', row.cost_micro_usd / MICRO, { service });
    if (row.allowance !== null) add('coursewright_service_allowance', row.allowance, { service });
    for (const [name, quantile] of Object.entries(QUANTILES) as [keyof typeof QUANTILES, string][])
      if (row.latency) add('coursewright_service_latency_seconds', row.latency[name], { service, quantile });
  }
  for (const [service, share] of await recentFailedShares()) add('coursewright_service_recent_failed_share', share, { service });
  for (const { service, ...row } of await listServiceBudgets()) {
    const share = shareOfBudget(row);
    if (share !== null) add('coursewright_service_budget_share', share, { service });
  }
  add('coursewright_workers', workers.filter((worker) => worker.is_alive).length);
  for (const [kind, open] of await countAlarms()) add('coursewright_payment_alarms', open, { kind });
  add('coursewright_storage_full', wasStorageFull(STORAGE_TOLD_MS) ? 1 : 0);
  add('coursewright_spend_today_usd', spend.micro_usd / MICRO);
  if (spend.cap_micro_usd !== null) add('coursewright_spend_cap_share', spend.micro_usd / spend.cap_micro_usd);
  return samples;
}
