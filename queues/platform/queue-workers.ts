import type { Job } from 'bullmq';
import { jobsOfWork, readJob, works } from '../registry.ts';
import { queueName, type Lane } from './define-job.ts';
import type { StartOptions } from './queue-backend.ts';
import type { AnyWorker, QueueTransport } from './queue-transport.ts';

/** The workers of one process for all its queues. */
export interface RunningWorkers {
  /** Names of the queues they serve. */
  readonly queues: readonly string[];
  /** Returns the number of jobs running here now. */
  active(): number;
  /** Sets the number of concurrent jobs per queue; running jobs finish. */
  tune(concurrency: number): void;
  /** Replaces all BullMQ workers with new ones, after they have silently stopped taking jobs. */
  restart(): Promise<void>;
  /**
   * Takes no more jobs and waits for running ones, at most `deadlineMs`; 0 does not wait. An abandoned job returns to the queue when its
   * lock expires.
   * @returns number of abandoned jobs
   */
  stop(deadlineMs: number): Promise<number>;
}

/**
 * Maximum number of BullMQ workers per queue in a process. Each takes its jobs one after another, at 2-3 ms each on Postgres: a course's
 * lessons become ready together, and the last should not wait until all others have been taken.
 */
const MOST_TAKERS: Readonly<Record<Lane, number>> = { interactive: 3, batch: 1 };
/** Concurrency that justifies one more worker. */
const JOBS_A_TAKER = 8;

const takersOf = (lane: Lane, concurrency: number): number =>
  Math.max(1, Math.min(MOST_TAKERS[lane], Math.floor(concurrency / JOBS_A_TAKER)));

/** Steps of a killed worker are announced again, as new jobs, when their leases expire: nothing waits for its old jobs on either store. */
const STALLED_INTERVAL_MS = 120_000;
const FORCED_CLOSE_WITHIN_MS = 2_000;

export async function startWorkers(
  transport: QueueTransport,
  options: StartOptions,
  onError: (error: Error) => void,
  onStopped: () => void,
): Promise<RunningWorkers> {
  const queues = works().flatMap((work) => options.lanes.map((lane) => ({ work, lane, name: queueName(work, lane) })));
  const takers = queues.flatMap((queue) => Array.from({ length: takersOf(queue.lane, options.concurrency) }, () => queue));
  let active = 0;
  let { concurrency } = options;
  /** Returns the concurrency of one BullMQ worker. The number of workers per queue does not change after the start. */
  const shareOf = (lane: Lane) => Math.ceil(concurrency / takersOf(lane, options.concurrency));
  let stopped: Promise<number> | null = null;

  const make = async () => {
    const made = takers.map(({ work, lane, name }, at) => {
      const jobs = jobsOfWork(work);
      const worker = transport.makeWorker(
        name,
        async (job) => {
          const taken = { ...readJob(job.name, job.data), isPromoted: isPromoted(job), hasStalled: hasStalled(job) };
          active += 1;
          try {
            return await options.handle(taken, lane);
          } finally {
            active -= 1;
          }
        },
        {
          concurrency: shareOf(lane),
          // a lock duration belongs to a worker, not to a job, so the longest declared one applies
          lockDuration: options.lockMs ?? Math.max(...jobs.map((job) => job.lockMs)),
          maxStalledCount: Math.max(...jobs.map((job) => job.maxStalledCount)),
          stalledInterval: options.stalledIntervalMs ?? STALLED_INTERVAL_MS,
          // one worker per queue checks for its stalled jobs
          skipStalledCheck: takers[at - 1]?.name === name,
        },
      );
      worker.on('error', onError);
      return worker;
    });
    try {
      await Promise.all(made.map((worker) => worker.waitUntilReady()));
    } catch (error) {
      await Promise.all(made.map((worker) => closeWithin(FORCED_CLOSE_WITHIN_MS, worker, true)));
      throw error;
    }
    return made;
  };
  let workers = await make();
  let restarting: Promise<void> | null = null;

  return {
    queues: queues.map(({ name }) => name),
    active: () => active,
    tune(next) {
      concurrency = next;
      for (const [at, worker] of workers.entries()) worker.concurrency = shareOf(takers[at]!.lane);
    },
    restart() {
      restarting ??= (async () => {
        if (stopped) return;
        const old = workers;
        workers = [];
        await Promise.all(old.map((worker) => closeWithin(FORCED_CLOSE_WITHIN_MS, worker, true)));
        workers = await make();
      })().finally(() => (restarting = null));
      return restarting;
    },
    stop(deadlineMs) {
      stopped ??= (async () => {
        await restarting?.catch(onError);
        const force = deadlineMs === 0;
        await Promise.all(
          workers.map(async (worker) => {
            const closed = await closeWithin(force ? FORCED_CLOSE_WITHIN_MS : deadlineMs, worker, force);
            // otherwise a worker that blocks while waiting for jobs keeps its connections open
            if (!closed) await worker.disconnect().catch(onError);
          }),
        );
        onStopped();
        return active;
      })();
      return stopped;
    },
  };
}

/** Maximum difference between two machines' clocks, in milliseconds. */
const CLOCK_SKEW_MS = 1_000;

const isPromoted = ({ timestamp, opts }: Job): boolean => Date.now() < timestamp + (opts.delay ?? 0) - CLOCK_SKEW_MS;

/** A job with an earlier attempt was retried, whatever happened before. */
const hasStalled = ({ stalledCounter, attemptsMade }: Job): boolean => stalledCounter > 0 && attemptsMade === 0;

/** Closes a worker. @returns whether it closed in time */
export async function closeWithin(ms: number, worker: AnyWorker, force: boolean): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([worker.close(force).then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
