import { jobsOfWork, readJob, works } from '../registry.ts';
import { queueName, type Lane } from './define-job.ts';
import type { StartOptions } from './queue-backend.ts';
import type { AnyWorker, QueueTransport } from './queue-transport.ts';

/** The workers of one process, over all its queues. */
export interface RunningWorkers {
  /** Names of the queues they work on. */
  readonly queues: readonly string[];
  /** Jobs that are running here now. */
  active(): number;
  /** From now on so many jobs of a queue at once; those that run end. */
  tune(concurrency: number): void;
  /** Replaces every BullMQ worker by a new one, for when they have stopped taking jobs without an error. */
  restart(): Promise<void>;
  /**
   * Takes no more jobs and waits for the running ones, at most `deadlineMs`; 0 does not wait. A job that is left behind comes back to
   * the queue when its lock ends.
   * @returns how many were left behind
   */
  stop(deadlineMs: number): Promise<number>;
}

/**
 * BullMQ workers a queue gets in a process. One takes its jobs one after the other, at 2-3 ms each on Postgres: the lessons of a course
 * become ready together, and the last of them should not wait for all the others to be taken.
 */
const MOST_TAKERS: Readonly<Record<Lane, number>> = { interactive: 3, batch: 1 };
/** Jobs at once that make a further one worth having. */
const JOBS_A_TAKER = 8;

const takersOf = (lane: Lane, concurrency: number): number =>
  Math.max(1, Math.min(MOST_TAKERS[lane], Math.floor(concurrency / JOBS_A_TAKER)));

const STALLED_INTERVAL_MS = 15_000;
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
  let concurrency = options.concurrency;
  /** How many of them a worker takes. The takers of a queue stay as many as they were at the start. */
  const shareOf = (lane: Lane) => Math.ceil(concurrency / takersOf(lane, options.concurrency));
  let stopped: Promise<number> | null = null;

  const make = async () => {
    const made = takers.map(({ work, lane, name }) => {
      const jobs = jobsOfWork(work);
      const worker = transport.makeWorker(
        name,
        async (job) => {
          const taken = readJob(job.name, job.data);
          active += 1;
          try {
            await options.handle(taken);
          } finally {
            active -= 1;
          }
        },
        {
          concurrency: shareOf(lane),
          // a lock belongs to a worker, not to a job: the most patient declaration decides
          lockDuration: options.lockMs ?? Math.max(...jobs.map((job) => job.lockMs)),
          maxStalledCount: Math.max(...jobs.map((job) => job.maxStalledCount)),
          stalledInterval: options.stalledIntervalMs ?? STALLED_INTERVAL_MS,
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
      if (next === concurrency) return;
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
            // a worker that still waits for its jobs holds on to its connections otherwise
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

/** @returns whether the worker was closed in time */
async function closeWithin(ms: number, worker: AnyWorker, force: boolean): Promise<boolean> {
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
