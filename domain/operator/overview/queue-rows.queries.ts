import { RECENT_MINUTES, SPARK_MINUTES, type KindRow, type QueueRow } from '#contract/operator/overview.contract.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { runKinds } from '#domain/platform/runs/engine.ts';
import { LANES, queueName, type Lane } from '#queues/platform/define-job.ts';
import { JOBS, works } from '#queues/registry.ts';
import { WORKER_ALIVE } from './record-worker-heartbeat.command.ts';

/** Jobs with the queue of their kind of work, for statements: rows `job (name, work)`. */
export const JOB_WORKS = sql`unnest(${Object.keys(JOBS)}::text[], ${Object.values(JOBS).map(({ work }) => work)}::text[]) as job(name, work)`;

interface LiveRow {
  readonly work: string;
  readonly lane: Lane;
  readonly active: number;
  readonly waiting: number;
  readonly delayed: number;
  readonly oldest_s: number;
}
type QueueOf = Pick<LiveRow, 'work' | 'lane'>;
interface RecentRow extends QueueOf {
  readonly wait: number[];
  readonly run: number[];
}
interface EndedRow extends QueueOf {
  /** Minutes ago, with their counts. */
  readonly ago: number[];
  readonly counts: number[];
}

const PERCENTILES = sql`array[0.5, 0.95, 0.99]`;
const seconds = (from: Sql, until: Sql): Sql => sql`greatest(0, extract(epoch from ${until} - ${from}))::float8`;

/** Queued and running steps, by work and lane. Reads only live steps, by their partial indexes. */
const LIVE = sql`
  select job.work, run.lane, count(*) filter (where step.state = 'running')::int as active,
         count(*) filter (where step.state = 'queued' and step.due_at <= now())::int as waiting,
         count(*) filter (where step.state = 'queued' and step.due_at > now())::int as delayed,
         coalesce(max(${seconds(sql`greatest(step.due_at, step.created_at)`, sql`now()`)}) filter (where step.state = 'queued' and step.due_at <= now()), 0) as oldest_s
    from step join run on run.id = step.run_id join ${JOB_WORKS} on job.name = step.job
   where step.state in ('queued','running') group by 1, 2`;

/** Waits and durations of steps that ended in the last minutes, by work and lane. */
const recent = (at: Date): Sql => sql`
  select job.work, run.lane,
         percentile_cont(${PERCENTILES}) within group (order by ${seconds(sql`step.created_at`, sql`coalesce(step.started_at, step.finished_at)`)}) as wait,
         percentile_cont(${PERCENTILES}) within group (order by ${seconds(sql`coalesce(step.started_at, step.finished_at)`, sql`step.finished_at`)}) as run
    from step join run on run.id = step.run_id join ${JOB_WORKS} on job.name = step.job
   where ${endedWithin(at, RECENT_MINUTES)} group by 1, 2`;

/** Steps that ended in each minute of the last hour, by work and lane. */
const ended = (at: Date): Sql => sql`
  select work, lane, array_agg(ago) as ago, array_agg(count) as counts
    from (select job.work, run.lane, least(${SPARK_MINUTES - 1}::int, floor(extract(epoch from ${at}::timestamptz - step.finished_at) / 60)::int) as ago, count(*)::int as count
            from step join run on run.id = step.run_id join ${JOB_WORKS} on job.name = step.job
           where ${endedWithin(at, SPARK_MINUTES)} group by 1, 2, 3) minute
   group by 1, 2`;

/** The bounds are those of the list that a figure leads to (`run-filter.ts`). */
const endedWithin = (at: Date, minutes: number): Sql =>
  sql`step.state in ('completed','failed') and step.finished_at >= ${at}::timestamptz - ${minutes} * interval '1 minute' and step.finished_at < ${at}`;

const failed = (at: Date): Sql => sql`
  select job.work, run.lane, count(*)::int as failed
    from step join run on run.id = step.run_id join ${JOB_WORKS} on job.name = step.job
   where step.state = 'failed' and step.finished_at >= ${at}::timestamptz - interval '24 hours' and step.finished_at < ${at} group by 1, 2`;

const WORKERS = sql`select queue, count(*)::int as workers from worker_process, unnest(queues) queue where ${WORKER_ALIVE} group by 1`;

/** Returns a row for every queue, including idle ones. @param at when the times end that its figures are of */
export async function queueRows(at: Date): Promise<QueueRow[]> {
  const [live, times, minutes, failures, workers, paused] = await Promise.all([
    rowsOf<LiveRow>(database(), LIVE),
    rowsOf<RecentRow>(database(), recent(at)),
    rowsOf<EndedRow>(database(), ended(at)),
    rowsOf<QueueOf & { readonly failed: number }>(database(), failed(at)),
    rowsOf<{ readonly queue: string; readonly workers: number }>(database(), WORKERS),
    pausedNames('queue'),
  ]);
  const by = <T extends { work: string; lane: string }>(rows: readonly T[]) => new Map(rows.map((row) => [`${row.work}-${row.lane}`, row]));
  const [lives, past, ends, fails] = [by(live), by(times), by(minutes), by(failures)];
  const counts = new Map(workers.map((row) => [row.queue, row.workers]));
  return works().flatMap((work) =>
    LANES.map((lane) => {
      const queue = queueName(work, lane);
      const now = lives.get(queue);
      const timed = past.get(queue);
      const sparks = perMinute(ends.get(queue));
      return {
        queue,
        work,
        lane,
        is_paused: paused.has(queue),
        active: now?.active ?? 0,
        waiting: now?.waiting ?? 0,
        delayed: now?.delayed ?? 0,
        failed: fails.get(queue)?.failed ?? 0,
        oldest_s: now?.oldest_s ?? 0,
        wait: timed ? percentiles(timed.wait) : null,
        run: timed ? percentiles(timed.run) : null,
        ended: sparks,
        empty_in_s: timeToEmpty(now?.waiting ?? 0, sparks.slice(-RECENT_MINUTES)),
        workers: counts.get(queue) ?? 0,
      };
    }),
  );
}

export const percentiles = ([p50 = 0, p95 = 0, p99 = 0]: readonly number[]) => ({ p50, p95, p99 });

/** Returns the counts of the last minutes, newest last. */
function perMinute(row: EndedRow | undefined): number[] {
  const sparks = Array.from({ length: SPARK_MINUTES }, () => 0);
  row?.ago.forEach((ago, index) => (sparks[SPARK_MINUTES - 1 - ago] = row.counts[index] ?? 0));
  return sparks;
}

/** Returns the seconds until the queue is empty at this pace; null when it is empty, or nothing has ended. */
export function timeToEmpty(waiting: number, ended: readonly number[]): number | null {
  const pace = ended.reduce((sum, count) => sum + count, 0) / (ended.length * 60);
  return waiting === 0 || pace === 0 ? null : waiting / pace;
}

const pausedNames = async (scope: 'queue' | 'kind'): Promise<ReadonlySet<string>> =>
  new Set(await database()('paused_work').where({ scope }).pluck('name'));

/** Returns runs by kind and lane: queued, running, or parked. */
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
