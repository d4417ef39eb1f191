import { RANGES, startOfRange, type Percentiles, type Range } from '#contract/operator/series.contract.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import type { Lane } from '#queues/platform/define-job.ts';
import { JOBS } from '#queues/registry.ts';

/** Jobs with the queue of their kind of work, for statements: rows `job (name, work)`. */
export const JOB_WORKS = sql`unnest(${Object.keys(JOBS)}::text[], ${Object.values(JOBS).map(({ work }) => work)}::text[]) as job(name, work)`;

/** A range of time, fixed at the time of reading. */
export interface Window {
  readonly range: Range;
  /** ISO times. */
  readonly since: string;
  readonly until: string;
}

/** Returns the window of a range that ends at `at`. @param at time of reading */
export const windowOf = (range: Range, at: Date): Window => ({
  range,
  since: startOfRange(range, at.toISOString()),
  until: at.toISOString(),
});

/** SQL expression: the bar that a row belongs to, from 0; anything that began after the window was fixed belongs to the last bar. */
function barOf({ range, since }: Window): Sql {
  const { barS, bars } = RANGES[range];
  return sql`least(${bars - 1}::int, floor(extract(epoch from at - ${since}::timestamptz) / ${barS}::int)::int)`;
}

/** SQL condition: rows of a rollup within a window. */
const within = ({ range, since }: Window): Sql => sql`grain = ${RANGES[range].grain} and at >= ${since}::timestamptz`;

/** SQL: deltas that are not added up yet. */
const stepDeltas = ({ since }: Window): Sql => sql`
  (select delta.*, coalesce(job.work, delta.job) as work from step_delta delta left join ${JOB_WORKS} on job.name = delta.job
    where delta.at >= ${since}::timestamptz) delta`;

/** SQL: durations of a measure in a window, as rows `(at, name, lane, place, count)`. */
function durations(window: Window, measure: 'wait' | 'run' | 'call'): Sql {
  const fresh =
    measure === 'call'
      ? sql`select at, service, '', place, calls from call_delta where place is not null and at >= ${window.since}::timestamptz`
      : sql`select at, work, lane, ${measure === 'wait' ? sql`wait_place` : sql`run_place`}, count from ${stepDeltas(window)}`;
  return sql`(select at, name, lane, place, count from duration_rollup where measure = ${measure} and ${within(window)} union all ${fresh}) timed`;
}

interface Timed extends Percentiles {
  readonly lane: Lane;
  readonly count: number;
}

/** Returns the durations of a measure: by kind of work and lane, or by service. */
export const timesByName = (window: Window, measure: 'wait' | 'run' | 'call'): Promise<(Timed & { readonly name: string })[]> =>
  rowsOf(database(), percentilesOf(durations(window, measure), sql`name, lane`));

/** Waiting times of steps in a window, by bar and lane, by lane, and by kind of work and lane; and counts of ended steps, by bar, kind of work and lane. */
export interface Waits {
  readonly byBar: readonly (Timed & { readonly bar: number })[];
  readonly byLane: readonly Timed[];
  readonly byName: readonly (Timed & { readonly name: string })[];
  readonly ended: readonly Counted[];
}

interface WaitRow extends Timed {
  readonly of: keyof Waits;
  readonly bar: number;
  readonly name: string;
}

/** Returns all figures about waiting from one reading of the histograms, which are by far the largest part of a series. */
export async function waitsOf(window: Window): Promise<Waits> {
  const rows = await rowsOf<WaitRow>(
    database(),
    sql`with timed as materialized (
          select ${barOf(window)} as bar, name, lane, place, sum(count) as count from ${durations(window, 'wait')} group by 1, 2, 3, 4
        )
        select 'byBar' as of, bar, '' as name, lane, count, p50, p95, p99 from (${percentilesOf(sql`timed`, sql`bar, lane`)}) by_bar
        union all select 'byLane', 0, '', lane, count, p50, p95, p99 from (${percentilesOf(sql`timed`, sql`lane`)}) by_lane
        union all select 'byName', 0, name, lane, count, p50, p95, p99 from (${percentilesOf(sql`timed`, sql`name, lane`)}) by_name
        union all select 'ended', bar, name, lane, sum(count)::int, 0, 0, 0 from timed group by bar, name, lane having sum(count) <> 0
        order by 1, 2`,
  );
  const of = (what: keyof Waits): WaitRow[] => rows.filter((row) => row.of === what);
  return {
    byBar: of('byBar'),
    byLane: of('byLane'),
    byName: of('byName'),
    ended: of('ended').map(({ bar, name: work, lane, count }) => ({ bar, work, lane, count })),
  };
}

/** Number of releases compared. */
const COMPARED_DEPLOYS = 5;
const NEWEST_DEPLOYS = sql`(select id, name, at from deploy where at > now() - interval '34 days' order by at desc, id desc limit ${COMPARED_DEPLOYS})`;

/** Returns the newest releases, latest first. */
export const newestDeploys = (): Promise<{ readonly id: number; readonly name: string; readonly at: Date }[]> =>
  rowsOf(database(), sql`select id::int as id, name, at from ${NEWEST_DEPLOYS} deploy`);

/**
 * Returns how long learners' steps waited in the hour before and the hour after each of the newest releases. Where minutes are no longer
 * stored, these are the whole hours before and after the release's hour.
 */
export const waitsAroundDeploys = (): Promise<
  (Percentiles & { readonly id: number; readonly side: 'before' | 'after'; readonly count: number })[]
> =>
  rowsOf(
    database(),
    percentilesOf(
      sql`(select deploy.id, side.side, timed.place, timed.count
             from (select id::int as id, at, case when at > now() - interval '46 hours' then 'minute' else 'hour' end as grain from ${NEWEST_DEPLOYS} deploy) deploy,
                  lateral (select date_trunc(deploy.grain, deploy.at, 'UTC') as at) place,
                  lateral (values ('before', place.at - interval '1 hour'),
                                  ('after', place.at + case deploy.grain when 'hour' then interval '1 hour' else interval '0' end)) side (side, since),
                  lateral (select place, count from duration_rollup rollup
                            where rollup.grain = deploy.grain and measure = 'wait' and lane = 'interactive'
                              and rollup.at >= side.since and rollup.at < side.since + interval '1 hour'
                           union all
                           select wait_place, count from step_delta delta
                            where lane = 'interactive' and delta.at >= side.since and delta.at < side.since + interval '1 hour') timed) timed`,
      sql`id, side`,
    ),
  );

/** SQL expression: the smallest duration that this share reaches, as the middle of its place; 0 for the first place. */
const atShare = (share: number): Sql => sql`
  coalesce(power(1.05, nullif(min(place) filter (where reached >= ${share}::float8 * count), 0) - 0.5) / 1000, 0)::float8`;

const percentilesOf = (rows: Sql, key: Sql): Sql => sql`
  select ${key}, max(count)::int as count, ${atShare(0.5)} as p50, ${atShare(0.95)} as p95, ${atShare(0.99)} as p99
    from (select ${key}, place, sum(sum(count)) over (partition by ${key} order by place) as reached, sum(sum(count)) over (partition by ${key}) as count
            from ${rows} group by ${key}, place) share
   where count > 0 group by ${key}`;

interface Counted {
  readonly bar: number;
  readonly work: string;
  readonly lane: Lane;
  readonly count: number;
}

/** Returns how many steps ended, by bar, kind of work and lane. */
export const endedByBar = (window: Window): Promise<Counted[]> =>
  rowsOf(
    database(),
    sql`select ${barOf(window)} as bar, name as work, lane, sum(count)::int as count from ${durations(window, 'wait')}
       group by 1, 2, 3 having sum(count) <> 0 order by 1`,
  );

/** Returns how many steps failed for good, by bar, kind of work, lane and error. */
export const failedByBar = (window: Window): Promise<(Counted & { readonly code: string })[]> =>
  rowsOf(
    database(),
    sql`select ${barOf(window)} as bar, work, lane, error_code as code, sum(count)::int as count
          from (select at, work, lane, error_code, count from failure_rollup where ${within(window)}
                union all select at, work, lane, error_code, count from ${stepDeltas(window)} where error_code is not null) failed
         group by 1, 2, 3, 4 having sum(count) <> 0 order by 1`,
  );

interface Called {
  readonly service: string;
  readonly calls: number;
  readonly micro_usd: number;
}

const calls = (window: Window): Sql => sql`
  (select at, service, purpose, outcome, calls, micro_usd, input_tokens, output_tokens from call_rollup where ${within(window)}
   union all select at, service, purpose, outcome, calls, micro_usd, input_tokens, output_tokens from call_delta
    where at >= ${window.since}::timestamptz) called`;
const CALLED = sql`sum(calls)::int as calls, sum(micro_usd)::float8 as micro_usd`;
const HAS_CALLS = sql`having sum(calls) <> 0 or sum(micro_usd) <> 0`;

/** Returns calls and their cost by bar, service and outcome. */
export const callsByBar = (window: Window): Promise<(Called & { readonly bar: number; readonly outcome: string })[]> =>
  rowsOf(
    database(),
    sql`select ${barOf(window)} as bar, service, outcome, ${CALLED} from ${calls(window)} group by 1, 2, 3 ${HAS_CALLS} order by 1`,
  );

/** Returns calls and their cost by service and purpose, the most expensive first. */
export const callsByPurpose = (
  window: Window,
): Promise<(Called & { readonly purpose: string; readonly tokens_in: number; readonly tokens_out: number })[]> =>
  rowsOf(
    database(),
    sql`select service, purpose, ${CALLED}, sum(input_tokens)::float8 as tokens_in, sum(output_tokens)::float8 as tokens_out
          from ${calls(window)} group by 1, 2 ${HAS_CALLS} order by micro_usd desc, 1, 2`,
  );
