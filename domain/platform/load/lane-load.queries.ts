import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { RUN_PAUSED, STEP_PAUSED } from '#domain/platform/steps/paused-work.ts';
import { tuning } from '#domain/platform/tuning/tuning.queries.ts';
import { LANES, type Lane } from '#queues/platform/define-job.ts';

export interface LaneLoad {
  readonly lane: Lane;
  /** Runs that wait for their turn. */
  readonly depth: number;
  /** How long the oldest work has waited, in seconds: a new run for its turn, or a step that is due for a worker. */
  readonly oldestS: number;
  readonly mostDepth: number;
  readonly mostS: number;
  /** New work is answered 503. */
  readonly isFull: boolean;
}

/** Refused callers come back after so many seconds, not all at the same moment. */
const RETRY_AFTER_S = { least: 20, most: 40 };

/** Of the oldest row, in seconds; 0 without one. @param of which rows count */
const oldest = (since: string, of = 'true') => `coalesce(max(extract(epoch from now() - ${since})) filter (where ${of}), 0)::float8`;

/**
 * What each lane holds against what it may hold. What operators hold back is no load. A run that has begun before (it was tried again, or its
 * owner has approved it) counts as one that waits, not by its age: it was made long ago.
 */
const LOADS = `
  select lane, run.depth, greatest(run.oldest_s, step.oldest_s) as oldest_s
    from unnest(cast(:lanes as text[])) lane,
         lateral (select count(*)::int as depth, ${oldest('run.created_at', 'run.attempt = 1 and run.started_at is null')} as oldest_s
                    from run where run.status = 'queued' and run.lane = lane.lane and not ${RUN_PAUSED}) run,
         lateral (select ${oldest('greatest(step.due_at, step.created_at)')} as oldest_s
                    from step join run on run.id = step.run_id
                   where step.state = 'queued' and step.due_at <= now() and run.status = 'running' and run.lane = lane.lane and not ${STEP_PAUSED}) step`;

/** The lanes' loads now, counted from the rows. */
export async function laneLoads(): Promise<LaneLoad[]> {
  const [limits, { rows }] = await Promise.all([tuning(), database().raw(LOADS, { lanes: [...LANES] } as never)]);
  return (rows as { lane: Lane; depth: number; oldest_s: number }[]).map(({ lane, depth, oldest_s: oldestS }) => {
    const mostDepth = limits[`${lane}_depth`];
    const mostS = limits[`${lane}_age_s`];
    return { lane, depth, oldestS, mostDepth, mostS, isFull: depth >= mostDepth || oldestS > mostS };
  });
}

/**
 * Before work is taken: somebody who is told to come back later waits less than one whose course stands behind hundreds.
 * @throws ProductError queue.full with the seconds after which to try again
 */
export async function assertRoom(lane: Lane): Promise<void> {
  const full = (await laneLoads()).some((load) => load.lane === lane && load.isFull);
  if (!full) return;
  const { least, most } = RETRY_AFTER_S;
  throw new ProductError(
    'queue.full',
    'Very many people are asking for something just now. Nothing was charged. Please try again in a minute.',
    {
      data: { retryAfterS: Math.round(least + Math.random() * (most - least)) },
    },
  );
}
