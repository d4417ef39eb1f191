import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { STEP_PAUSED } from '#domain/platform/steps/paused-work.ts';
import { ACTIVE_SQL, queueOrderSql } from '#domain/platform/runs/queue-order.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { tuning } from '#domain/platform/tuning/tuning.queries.ts';
import { LANES, type Lane } from '#queues/platform/define-job.ts';

export interface LaneLoad {
  readonly lane: Lane;
  /** Runs that are queued. */
  readonly depth: number;
  /** Age of the oldest waiting work, in seconds: a new run waiting to start, or a due step waiting for a worker. */
  readonly oldestS: number;
  readonly mostDepth: number;
  readonly mostS: number;
  /** Whether new work is rejected with 503. */
  readonly isFull: boolean;
}

/** Retry-After is random within this range, so that rejected callers do not all return at once. */
const RETRY_AFTER_S = { least: 20, most: 40 };

/** Age of the oldest row, in seconds; 0 without one. @param counts condition for the rows that count */
const oldest = (since: Sql, counts = sql`true`): Sql =>
  sql`coalesce(max(extract(epoch from now() - ${since})) filter (where ${counts}), 0)::float8`;

/**
 * A step's run, looked up by its key. In a join Postgres would compare every waiting step with every running run when both have multiplied
 * since its last statistics; `offset` prevents the join.
 */
const RUN_OF_STEP = sql`select status, lane, kind, parent_id from run where run.id = step.run_id offset 0`;

/**
 * Compares each lane's load with its limit. Work that operators have paused does not count, nor does a run that waits for another run of
 * its account, since it delays no other account. A run that has started before (retried, or approved by its owner) counts as queued, but
 * its age does not: it was created long ago.
 */
const loadsSql = (): Sql => sql`
  select lane, coalesce(run.depth, 0) as depth, greatest(run.oldest_s, step.oldest_s, 0) as oldest_s
    from unnest(${LANES}::text[]) with ordinality as lanes(lane, place)
    left join (select run.lane, count(*)::int as depth, ${oldest(sql`run.created_at`, sql`run.attempt = 1 and run.started_at is null`)} as oldest_s
                 from run join (${queueOrderSql()}) queue using (id) where not queue.is_held group by run.lane) run using (lane)
    left join (select run.lane, ${oldest(sql`greatest(step.due_at, step.created_at)`)} as oldest_s
                 from step, lateral (${RUN_OF_STEP}) run
                where step.state = 'queued' and step.due_at <= now() and run.status = 'running' and not ${STEP_PAUSED} group by run.lane) step using (lane)
   order by place`;

/** Tells whether a worker anywhere in the installation is working on a run of the lane. */
export async function isLaneLive(lane: Lane): Promise<boolean> {
  const [row] = await rowsOf<{ readonly is_live: boolean }>(
    database(),
    sql`select exists (select from run where ${ACTIVE_SQL} and lane = ${lane}) as is_live`,
  );
  return row!.is_live;
}

/** Returns each lane's current load, counted from the rows. */
export async function laneLoads(): Promise<LaneLoad[]> {
  const [limits, loads] = await Promise.all([
    tuning(),
    rowsOf<Pick<LaneLoad, 'lane' | 'depth'> & { readonly oldest_s: number }>(database(), loadsSql()),
  ]);
  return loads.map(({ lane, depth, oldest_s: oldestS }) => {
    const mostDepth = limits[`${lane}_depth`];
    const mostS = limits[`${lane}_age_s`];
    return { lane, depth, oldestS, mostDepth, mostS, isFull: depth >= mostDepth || oldestS > mostS };
  });
}

/**
 * Rejects new work when a lane is full: a caller who retries later waits less than one whose course is queued behind hundreds.
 * @throws ProductError queue.full with the seconds after which to try again
 */
export async function assertRoom(lane: Lane): Promise<void> {
  const full = (await laneLoads()).some((load) => load.lane === lane && load.isFull);
  if (!full) return;
  const { least, most } = RETRY_AFTER_S;
  throw new ProductError('queue.full', 'We are very busy right now. Nothing was charged. Please try again in a minute.', {
    data: { retryAfterS: Math.round(least + Math.random() * (most - least)) },
  });
}
