import { SPARK_MINUTES, type KindRow, type QueueRow } from '#contract/operator/overview.contract.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { runKinds } from '#domain/platform/runs/engine.ts';
import { JOB_WORKS, endedByBar, failedByBar, timesByName, windowOf } from '#domain/operator/series/rollup.queries.ts';
import { percentilesOf } from '#domain/operator/series/series.queries.ts';
import { LANES, queueName, type Lane } from '#queues/platform/define-job.ts';
import { works } from '#queues/registry.ts';
import { WORKER_ALIVE } from '#domain/platform/steps/lost-workers.queries.ts';

interface LiveRow {
  readonly work: string;
  readonly lane: Lane;
  readonly active: number;
  readonly waiting: number;
  readonly delayed: number;
  readonly oldest_s: number;
}

const seconds = (from: Sql, until: Sql): Sql => sql`greatest(0, extract(epoch from ${until} - ${from}))::float8`;

/** Steps that wait or run, each state by its own partial index: with one condition for both, Postgres would read every step. */
export const LIVE_STEPS = sql`(select * from step where state = 'running' union all select * from step where state = 'queued') step`;

/** Counts of live steps, by work and lane. */
const LIVE = sql`
  select job.work, run.lane, count(*) filter (where step.state = 'running')::int as active,
         count(*) filter (where step.state = 'queued' and step.due_at <= now())::int as waiting,
         count(*) filter (where step.state = 'queued' and step.due_at > now())::int as delayed,
         coalesce(max(${seconds(sql`greatest(step.due_at, step.created_at)`, sql`now()`)}) filter (where step.state = 'queued' and step.due_at <= now()), 0) as oldest_s
    from ${LIVE_STEPS} join run on run.id = step.run_id join ${JOB_WORKS} on job.name = step.job group by 1, 2`;

const WORKERS = sql`select queue, count(*)::int as workers from worker_process, unnest(queues) queue where ${WORKER_ALIVE} group by 1`;

/** Returns a row for every queue, including idle ones. @param at end of the times for the figures */
export async function queueRows(at: Date): Promise<QueueRow[]> {
  const recent = windowOf('15m', at);
  const [live, waits, runs, minutes, failures, workers, paused] = await Promise.all([
    rowsOf<LiveRow>(database(), LIVE),
    timesByName(recent, 'wait'),
    timesByName(recent, 'run'),
    endedByBar(windowOf('1h', at)),
    failedByBar(windowOf('24h', at)),
    rowsOf<{ readonly queue: string; readonly workers: number }>(database(), WORKERS),
    pausedNames('queue'),
  ]);
  const by = <T>(rows: readonly T[], keyOf: (row: T) => string) => Map.groupBy(rows, keyOf);
  const lives = by(live, (row) => `${row.work}-${row.lane}`);
  const [waited, took] = [by(waits, (row) => `${row.name}-${row.lane}`), by(runs, (row) => `${row.name}-${row.lane}`)];
  const [ends, fails] = [by(minutes, (row) => `${row.work}-${row.lane}`), by(failures, (row) => `${row.work}-${row.lane}`)];
  const [counts, emptied] = [new Map(workers.map((row) => [row.queue, row.workers])), await endedWhileWaiting(live, at)];
  return works().flatMap((work) =>
    LANES.map((lane) => {
      const queue = queueName(work, lane);
      const now = lives.get(queue)?.[0];
      const sparks = perMinute(ends.get(queue));
      return {
        queue,
        work,
        lane,
        is_paused: paused.has(queue),
        active: now?.active ?? 0,
        waiting: now?.waiting ?? 0,
        delayed: now?.delayed ?? 0,
        failed: (fails.get(queue) ?? []).reduce((sum, { count }) => sum + count, 0),
        oldest_s: now?.oldest_s ?? 0,
        wait: percentilesOf(waited.get(queue)?.[0]),
        run: percentilesOf(took.get(queue)?.[0]),
        ended: sparks,
        empty_in_s: now ? timeToEmpty(now, emptied.get(queue) ?? 0, percentilesOf(took.get(queue)?.[0])?.p50 ?? null) : null,
        workers: counts.get(queue) ?? 0,
      };
    }),
  );
}

/** Returns the counts of the last minutes, newest last. */
function perMinute(rows: readonly { readonly bar: number; readonly count: number }[] = []): number[] {
  const sparks = Array.from({ length: SPARK_MINUTES }, () => 0);
  for (const { bar, count } of rows) sparks[bar]! += count;
  return sparks;
}

/** Seconds of waiting from which a pace is computed: with less the pace is unreliable, and older steps say nothing about now. */
const PACE_S = { least: 5, most: 900 };
const paceS = ({ oldest_s: oldest }: Pick<LiveRow, 'oldest_s'>): number => Math.min(PACE_S.most, Math.max(PACE_S.least, oldest));

/**
 * Returns how many steps of each queue have ended since its oldest waiting step began to wait; steps that ended while nothing waited say
 * nothing about the pace.
 */
async function endedWhileWaiting(live: readonly LiveRow[], at: Date): Promise<ReadonlyMap<string, number>> {
  const waiting = live.filter((row) => row.waiting > 0);
  if (waiting.length === 0) return new Map();
  const ago = (paceSql: Sql): Sql => sql`${at.toISOString()}::timestamptz - ${paceSql} * interval '1 s'`;
  const rows = await rowsOf<{ readonly work: string; readonly lane: Lane; readonly count: number }>(
    database(),
    sql`select queue.work, queue.lane, count(*)::int as count
          from unnest(${waiting.map(({ work }) => work)}::text[], ${waiting.map(({ lane }) => lane)}::text[], ${waiting.map(paceS)}::float8[])
                 as queue(work, lane, pace_s)
          join ${JOB_WORKS} on job.work = queue.work
          join step on step.job = job.name and step.state in ('completed','failed') and step.finished_at > ${ago(sql`queue.pace_s`)}
                   -- repeated with a value that the planner knows: without it, every step that ever ended is read
                   and step.finished_at > ${ago(sql`${Math.max(...waiting.map(paceS))}::float8`)}
          join run on run.id = step.run_id and run.lane = queue.lane
         group by 1, 2`,
  );
  return new Map(rows.map(({ work, lane, count }) => [`${work}-${lane}`, count]));
}

/**
 * Returns the seconds until a queue is empty: at the pace at which steps have ended while work waited or, before one has, at the pace of
 * the running steps by their usual duration. Null when the queue is empty or the pace unknown.
 * @param ended number of steps ended since its oldest waiting step began to wait
 * @param usualS median duration of its steps, in seconds
 */
export function timeToEmpty(queue: Pick<LiveRow, 'waiting' | 'active' | 'oldest_s'>, ended: number, usualS: number | null): number | null {
  const pace = ended > 0 ? ended / paceS(queue) : usualS ? queue.active / usualS : 0;
  return queue.waiting === 0 || pace === 0 ? null : queue.waiting / pace;
}

const pausedNames = async (scope: 'queue' | 'kind'): Promise<ReadonlySet<string>> =>
  new Set(await database()('paused_work').where({ scope }).pluck('name'));

/** Returns numbers of runs by kind and lane: queued, running, or parked. */
export async function kindRows(): Promise<KindRow[]> {
  const [paused, rows] = await Promise.all([
    pausedNames('kind'),
    rowsOf<Omit<KindRow, 'is_paused'>>(
      database(),
      sql`select kind, lane, count(*) filter (where status = 'queued')::int as queued,
            count(*) filter (where status = 'running' and not is_parked)::int as running,
            count(*) filter (where status = 'running' and is_parked)::int as parked,
            coalesce(max(${seconds(sql`created_at`, sql`now()`)}) filter (where status = 'queued'), 0) as oldest_s
       from run where status in ('queued','running') group by 1, 2`,
    ),
  ]);
  const found = new Map(rows.map((row) => [`${row.kind} ${row.lane}`, row]));
  return runKinds().flatMap(({ name, lane: usual }) =>
    LANES.flatMap((lane) => {
      const row = found.get(`${name} ${lane}`);
      if (!row && lane !== usual) return [];
      return [{ kind: name, lane, queued: 0, running: 0, parked: 0, oldest_s: 0, ...row, is_paused: paused.has(name) }];
    }),
  );
}
