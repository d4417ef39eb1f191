import { isPeriodicJob, PERIODIC_JOBS, type PeriodicJobName } from '../periodic.jobs.ts';
import {
  PERIODIC_QUEUES,
  periodicQueueOf,
  type Announcement,
  type PeriodicJob,
  type PeriodicQueueName,
  type Schedule,
} from './periodic-job.ts';
import { closeWithin, type RunningWorkers } from './queue-workers.ts';
import type { AnyQueue, AnyWorker, QueueTransport } from './queue-transport.ts';

/** The queue's information about a job's schedule. */
export interface ScheduleState {
  readonly name: PeriodicJobName;
  readonly runs: Schedule;
  readonly nextAt: Date | null;
  /** A run requested by an operator has not ended yet. */
  readonly isRequested: boolean;
  /** The newest run still kept; null if there is none. */
  readonly last: KeptRun | null;
  /** The newest runs still kept, oldest first. */
  readonly recent: readonly KeptRun[];
}

/** An ended run of a periodic job. */
interface KeptRun {
  readonly startedAt: Date;
  readonly tookMs: number;
  /** Null if it succeeded. */
  readonly error: string | null;
}

/** Runs a periodic job. @returns false if it did nothing because its schedule is paused */
export type PeriodicHandler = (name: PeriodicJobName, run: { readonly isRequested: boolean }) => Promise<boolean>;

export interface PeriodicQueues {
  /**
   * Adds runs. Two announcements of a job become one run if that has not begun yet; an announcement during a run causes another run.
   * Unknown jobs are ignored.
   * @throws if the store does not answer
   */
  announce(announcements: readonly Announcement[]): Promise<void>;
  /** Sets the schedule of every job, and deletes schedules of jobs that no longer exist. Idempotent: the next runs keep their times. */
  schedule(): Promise<void>;
  /** Returns the schedules, by name. */
  list(): Promise<ScheduleState[]>;
  startWorkers(handle: PeriodicHandler, options?: { stalledIntervalMs?: number; lockMs?: number }): Promise<PeriodicWorkers>;
}

export type PeriodicWorkers = Pick<RunningWorkers, 'queues' | 'restart' | 'stop'>;

/** Seconds for which completed scheduled runs are kept for the console: the newest run of each job must be among them. */
const RETENTION_S: Readonly<Record<PeriodicQueueName, number>> = { 'due-work': 10 * 60, maintenance: 25 * 60 * 60 };
const FAILED_RETENTION_S = 7 * 24 * 60 * 60;
/** Maximum number of finished jobs searched for the newest run of each. */
const LOOKED_THROUGH = 250;
/** Maximum number of listed runs per job. */
const MOST_RECENT = 24;
/** The same phase for all jobs: jobs that are due together are taken one after another, without waits and their statements in between. */
const OFFSET_MS = 1;
/** In `due-work`, one job of each name can run beside all others. */
const CONCURRENCY: Readonly<Record<PeriodicQueueName, number>> = { 'due-work': 32, maintenance: 4 };
/**
 * After a crash, announcements of the job that ran wait for this lock and for two checks, the first of which only marks active jobs: at
 * most 12.5 s once a worker checks, on both stores. The safety net does not wait. The lock is renewed twice in its time; a job that still
 * loses it, because its process or the store was suspended, runs beside its second run, which every periodic job tolerates.
 */
const LOCK_MS = 10_000;
const STALLED_INTERVAL_MS = 2_500;
const MAX_STALLED_COUNT = 10;
const FORCED_CLOSE_WITHIN_MS = 2_000;

interface PeriodicData {
  readonly is_asked?: boolean;
}

const jobs = Object.entries<PeriodicJob>(PERIODIC_JOBS) as [PeriodicJobName, PeriodicJob][];
const scheduleOf = (job: PeriodicJob): Schedule => ('every' in job ? { every: job.every } : { pattern: job.pattern, tz: job.tz });
const queueOf = (name: PeriodicJobName) => periodicQueueOf(PERIODIC_JOBS[name]);

export async function openPeriodicQueues(transport: QueueTransport, onError: (error: Error) => void) {
  const queues = Object.fromEntries(PERIODIC_QUEUES.map((name) => [name, transport.makeQueue(name)])) as Record<
    PeriodicQueueName,
    AnyQueue
  >;
  const all = Object.values(queues);
  for (const queue of all) queue.on('error', onError);
  await Promise.all(all.map((queue) => queue.waitUntilReady()));

  const periodic: PeriodicQueues = {
    async announce(announcements) {
      const known = announcements.filter(({ job }) => isPeriodicJob(job)) as (Announcement & { job: PeriodicJobName })[];
      await Promise.all(known.map((one) => queues[queueOf(one.job)].add(one.job, dataOf(one), optionsOf(one))));
    },
    async schedule() {
      const kept = new Set<string>();
      await Promise.all(
        all.map(async (queue) => {
          const found = await queue.getJobSchedulers(0, -1);
          for (const { key, pattern, tz } of found) kept.add(`${key} ${pattern} ${tz}`);
          const gone = found.filter(({ key }) => !isPeriodicJob(key) || queueOf(key) !== queue.name);
          for (const { key } of gone) await queue.removeJobScheduler(key);
        }),
      );
      for (const [name, job] of jobs) {
        // setting a time of day again would replace an overdue run that found no worker at that time
        if ('pattern' in job && kept.has(`${name} ${job.pattern} ${job.tz}`)) continue;
        const queue = periodicQueueOf(job);
        const repeat = 'every' in job ? { every: job.every, offset: OFFSET_MS } : scheduleOf(job);
        const opts = { removeOnComplete: { age: RETENTION_S[queue] }, removeOnFail: { age: FAILED_RETENTION_S } };
        await queues[queue].upsertJobScheduler(name, repeat, { name, data: {}, opts });
      }
    },
    async list() {
      const [schedulers, finished, open] = await Promise.all([
        Promise.all(all.map((queue) => queue.getJobSchedulers(0, -1))),
        Promise.all(all.map((queue) => queue.getJobs(['completed', 'failed'], 0, LOOKED_THROUGH - 1))),
        Promise.all(all.map((queue) => queue.getJobs(['waiting', 'active'], 0, LOOKED_THROUGH - 1))),
      ]);
      const requested = new Set(open.flat().flatMap((job) => (job && (job.data as PeriodicData).is_asked ? [job.name] : [])));
      const runs = finished
        .flat()
        .filter((job) => job?.processedOn && job.finishedOn && (job.returnvalue as unknown) !== false)
        .toSorted((a, b) => b.processedOn! - a.processedOn!);
      return schedulers
        .flat()
        .filter(({ key }) => isPeriodicJob(key))
        .map(({ key, next }) => {
          const recent = runs
            .filter(({ name }) => name === key)
            .slice(0, MOST_RECENT)
            .map((run) => ({
              startedAt: new Date(run.processedOn!),
              tookMs: run.finishedOn! - run.processedOn!,
              error: run.failedReason || null,
            }));
          return {
            name: key as PeriodicJobName,
            runs: scheduleOf(PERIODIC_JOBS[key as PeriodicJobName]),
            nextAt: next === undefined ? null : new Date(next),
            isRequested: requested.has(key),
            last: recent[0] ?? null,
            recent: recent.toReversed(),
          };
        })
        .toSorted((a, b) => a.name.localeCompare(b.name));
    },
    async startWorkers(handle, { stalledIntervalMs = STALLED_INTERVAL_MS, lockMs = LOCK_MS } = {}) {
      let active = 0;
      const run = async (name: string, data: PeriodicData) => {
        if (!isPeriodicJob(name)) throw new Error(`this release has no periodic job named ${name}`);
        active += 1;
        try {
          return await handle(name, { isRequested: data.is_asked === true });
        } finally {
          active -= 1;
        }
      };
      const make = async () => {
        const made = PERIODIC_QUEUES.map((name) => {
          const tuning = { concurrency: CONCURRENCY[name], lockDuration: lockMs, stalledInterval: stalledIntervalMs };
          const worker = transport.makeWorker(name, (job) => run(job.name, (job.data ?? {}) as PeriodicData) as Promise<never>, {
            ...tuning,
            maxStalledCount: MAX_STALLED_COUNT,
          });
          worker.on('error', onError);
          return worker;
        });
        await Promise.all(made.map((worker) => worker.waitUntilReady()));
        return made;
      };
      let workers: AnyWorker[] = await make();
      let stopped = false;
      return {
        queues: PERIODIC_QUEUES,
        async restart() {
          if (stopped) return;
          const old = workers;
          workers = [];
          await Promise.all(old.map((worker) => closeWithin(FORCED_CLOSE_WITHIN_MS, worker, true)));
          workers = await make();
        },
        async stop(deadlineMs) {
          stopped = true;
          const force = deadlineMs === 0;
          await Promise.all(
            workers.map(async (worker) => {
              const closed = await closeWithin(force ? FORCED_CLOSE_WITHIN_MS : deadlineMs, worker, force);
              if (!closed) await worker.disconnect().catch(onError);
            }),
          );
          return active;
        },
      };
    },
  };
  return { periodic, queues: all };
}

const dataOf = ({ isRequested }: Announcement): PeriodicData => (isRequested ? { is_asked: true } : {});

/**
 * The time is part of a delayed run's name, so that the run does not swallow an announcement of work that is due now; runs of the same
 * second are one.
 */
function optionsOf({ job, delayMs, isRequested }: Announcement) {
  const dueS = delayMs > 0 ? Math.ceil((Date.now() + delayMs) / 1_000) : null;
  const id = isRequested ? `${job}-asked` : dueS === null ? job : `${job}-${dueS}`;
  return {
    deduplication: { id, keepLastIfActive: true },
    removeOnComplete: isRequested ? { age: RETENTION_S['due-work'] } : true,
    removeOnFail: { age: FAILED_RETENTION_S },
    ...(dueS === null ? {} : { delay: Math.max(1, dueS * 1_000 - Date.now()) }),
  };
}
