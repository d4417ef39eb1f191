import { database } from '#domain/platform/database.ts';
import { JOB_WORKS } from '#domain/operator/overview/queue-rows.queries.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';

const HOUR_MS = 3_600_000;

/** Figures per hour, day or code, for the charts and their tables. */
export interface Charts {
  /** The time that they are of, ISO. */
  readonly from: string;
  readonly until: string;
  readonly throughput: { at: string; queue: string; ended: number; failed: number; wait_p95: number; run_p95: number }[];
  readonly failures: { code: string; count: number }[];
  readonly cost: { service: string; purpose: string; calls: number; micro_usd: number; tokens: number }[];
}

/** Returns what ended, failed and cost in the last hours, using the time index. @param hours 1 to 168 */
export async function readCharts(hours: number): Promise<Charts> {
  const until = new Date();
  const from = new Date(until.getTime() - hours * HOUR_MS);
  const within = (column: Sql): Sql => sql`${column} >= ${from} and ${column} < ${until}`;
  const [throughput, failures, cost] = await Promise.all([
    rowsOf<Charts['throughput'][number]>(
      database(),
      sql`select to_char(date_trunc('hour', step.finished_at at time zone 'utc'), 'YYYY-MM-DD"T"HH24:00:00"Z"') as at, job.work || '-' || run.lane as queue,
              count(*)::int as ended, count(*) filter (where step.state = 'failed')::int as failed,
              percentile_cont(0.95) within group (order by greatest(0, extract(epoch from coalesce(step.started_at, step.finished_at) - step.created_at)))::float8 as wait_p95,
              percentile_cont(0.95) within group (order by greatest(0, extract(epoch from step.finished_at - coalesce(step.started_at, step.finished_at))))::float8 as run_p95
         from step join run on run.id = step.run_id join ${JOB_WORKS} on job.name = step.job
        where step.state in ('completed','failed') and ${within(sql`step.finished_at`)} group by 1, 2 order by 1, 2`,
    ),
    rowsOf<Charts['failures'][number]>(
      database(),
      sql`select coalesce(error_code, 'unknown') as code, count(*)::int as count from step
        where state = 'failed' and ${within(sql`finished_at`)} group by 1 order by 2 desc, 1`,
    ),
    rowsOf<Charts['cost'][number]>(
      database(),
      sql`select service, purpose, count(*)::int as calls, coalesce(sum(cost_micro_usd), 0)::float8 as micro_usd,
              coalesce(sum(input_tokens + output_tokens), 0)::float8 as tokens
         from vendor_call where ${within(sql`started_at`)} group by 1, 2 order by 4 desc, 1, 2`,
    ),
  ]);
  return { from: from.toISOString(), until: until.toISOString(), throughput, failures, cost };
}
