import type { ServiceRow } from '#contract/operator/overview.contract.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { tuning } from '#domain/platform/tuning/tuning.queries.ts';
import type { VendorLane } from '#domain/vendors/llm/vendor-lane.model.ts';
import { percentiles } from './queue-rows.queries.ts';

interface CallsRow {
  readonly service: string;
  readonly calls: number;
  readonly rate_limited: number;
  readonly failed: number;
  readonly latency: number[] | null;
  readonly tokens_in: number;
  readonly tokens_out: number;
  readonly cost: number;
}

type LaneRow = Pick<VendorLane, 'service' | 'model' | 'failures'> & {
  readonly is_held: boolean;
  readonly until: Date | null;
  readonly allowance: number | null;
};

/** Calls of the last hour by service, using the time index. */
const lastHour = (at: Date): Sql => sql`
  select service, count(*)::int as calls, count(*) filter (where outcome = 'rate_limited')::int as rate_limited,
         count(*) filter (where outcome not in ('ok','aborted'))::int as failed,
         percentile_cont(array[0.5, 0.95, 0.99]) within group (order by ms / 1000.0) filter (where outcome = 'ok' and price_share = 1) as latency,
         coalesce(sum(input_tokens), 0)::float8 as tokens_in, coalesce(sum(output_tokens), 0)::float8 as tokens_out,
         coalesce(sum(cost_micro_usd), 0)::float8 as cost
    from vendor_call where started_at >= ${at}::timestamptz - interval '1 hour' and started_at < ${at} group by 1`;

/** Steps at a service: with a call in progress, or waiting after a try there. */
const AT_SERVICE = sql`
  select coalesce(case when state = 'running' then call_begun->>'service' end, tried->-1->>'service') as service,
         count(*) filter (where state = 'running')::int as under_way, count(*) filter (where state = 'queued')::int as waiting
    from step where state in ('queued','running') group by 1`;

/** The lane of each model: its pauses, and what is left of a minute's allowance, 0 to 1. @param requests a minute's allowance */
const lanesOf = (requests: number): Sql => sql`
  select service, model, failures, paused_at is not null as is_held, greatest(closed_until, open_until) as until,
         greatest(0, least(1, request_level / nullif(${requests}::float8, 0) + extract(epoch from now() - refilled_at) / 60)) as allowance
    from vendor_lane`;

/** Returns every AI service: its health, pauses, current work, and the durations and costs of the hour until `at`. */
export async function serviceRows(at: Date): Promise<ServiceRow[]> {
  const { vendors } = config();
  const [calls, steps, lanes] = await Promise.all([
    rowsOf<CallsRow>(database(), lastHour(at)),
    rowsOf<{ service: string | null; under_way: number; waiting: number }>(database(), AT_SERVICE),
    tuning().then(({ vendor_requests_per_minute: requests }) => rowsOf<LaneRow>(database(), lanesOf(requests))),
  ]);
  return SERVICES.map((service) => {
    const { model, apiKey } = vendors[service];
    const hour = calls.find((row) => row.service === service);
    const at = steps.find((row) => row.service === service);
    const lane = lanes.find((row) => row.service === service && row.model === model);
    const until = lane?.until && lane.until > new Date() ? lane.until : null;
    return {
      service,
      model,
      state: apiKey === '' ? 'off' : lane?.is_held ? 'held' : until ? 'paused' : 'open',
      until: until?.toISOString() ?? null,
      failures: lane?.failures ?? 0,
      calls: hour?.calls ?? 0,
      rate_limited: hour?.rate_limited ?? 0,
      failed: hour?.failed ?? 0,
      latency: hour?.latency ? percentiles(hour.latency.map(Number)) : null,
      tokens_in: hour?.tokens_in ?? 0,
      tokens_out: hour?.tokens_out ?? 0,
      cost_micro_usd: hour?.cost ?? 0,
      under_way: at?.under_way ?? 0,
      waiting: at?.waiting ?? 0,
      allowance: lane ? Number(lane.allowance) : null,
    };
  });
}
