import { type JobType, Queue, Worker } from 'bullmq';
import { BullMQOtel } from 'bullmq-otel';
import type { Cluster, Redis, RedisOptions } from 'ioredis';
import { isJobName, jobOf, works, type ReceivedJob } from '../registry.ts';
import { isLane, LANES, queueName, type Lane } from './define-job.ts';
import { openPeriodicQueues, type PeriodicQueues } from './periodic-queues.ts';
import { connectRedis } from './redis-connection.ts';
import { stepPayload, type StepFacts } from './step-payload.ts';
import { openPostgresTransport } from './postgres-transport.ts';
import type { AnyQueue, QueueTransport, AnyWorker, Traced } from './queue-transport.ts';
import { startWorkers, type RunningWorkers } from './queue-workers.ts';

/** One delivery to make. */
export interface Delivery {
  readonly job: string;
  readonly lane: string;
  readonly stepId: string;
  readonly dispatch: number;
  /** For people who inspect the queue. */
  readonly facts?: StepFacts;
  /** The trace to which its job belongs, as `bullmq-otel` stores it. */
  readonly trace?: string;
  /** Milliseconds from now. */
  readonly delayMs: number;
}

/** Number of jobs in a queue, by state. The same on both stores: waiting jobs of a paused queue count as `paused`. */
export interface QueueCounts {
  readonly queue: string;
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  readonly failed: number;
  readonly paused: number;
}

export interface StartOptions {
  /** Serves only these lanes of every kind of work. */
  readonly lanes: readonly Lane[];
  /** Concurrent jobs per queue. */
  readonly concurrency: number;
  /**
   * Runs one job and returns the job's displayed return value. The job is delivered again if the process crashes; if `handle` throws, it is
   * marked failed with the error's message and not retried.
   */
  readonly handle: (job: ReceivedJob, lane: Lane) => Promise<unknown>;
  /** Interval of checks for stalled jobs, and duration of a lock, in milliseconds; for tests. */
  readonly stalledIntervalMs?: number;
  readonly lockMs?: number;
}

export interface QueueBackend {
  readonly kind: 'postgres' | 'redis';
  /**
   * Adds deliveries, one statement per queue. Adding a duplicate (same step, same dispatch number) has no effect.
   * @throws UnknownJob after adding all others
   */
  addJobs(deliveries: readonly Delivery[]): Promise<void>;
  /** Tells whether a delivery's job is in its queue and has not begun: waiting, paused or delayed. */
  isStanding(delivery: Pick<Delivery, 'job' | 'lane' | 'stepId' | 'dispatch'>): Promise<boolean>;
  startWorkers(options: StartOptions): Promise<RunningWorkers>;
  /** Periodic jobs and their announcements. */
  readonly periodic: PeriodicQueues;
  /** @param only these queues; default: all */
  counts(only?: readonly string[]): Promise<QueueCounts[]>;
  /** @throws if the store does not answer */
  ping(): Promise<void>;
  /** Stops workers as `RunningWorkers.stop(deadlineMs)` does, then ends all connections. */
  close(deadlineMs: number): Promise<void>;
}

/** A delivery names a job or lane unknown to this code, because it comes from another version. */
export class UnknownJob extends Error {
  constructor(names: readonly string[]) {
    super(`unknown job or lane: ${[...new Set(names)].join(', ')}`);
    this.name = 'UnknownJob';
  }
}

/** Milliseconds within which a store must answer when it is opened. */
const READY_WITHIN_MS = 15_000;

/**
 * Opens the process's queues: in Postgres, or in Redis if `redisUrl` is set. Code outside this folder does not depend on the store.
 * @param options `onError` receives connection errors, from which BullMQ recovers by itself; `isTraced`: jobs are spans of their run's
 * trace
 * @throws if the store cannot be reached within `readyWithinMs` (15 s), or if its schema is not migrated
 */
export async function openQueueBackend(options: {
  databaseUrl: string;
  redisUrl: string | null;
  onError?: (error: Error) => void;
  readyWithinMs?: number;
  isTraced?: boolean;
}): Promise<QueueBackend> {
  const onError = options.onError ?? (() => undefined);
  const traced = options.isTraced ? { telemetry: new BullMQOtel({ tracerName: 'bullmq' }) } : {};
  const transport = options.redisUrl
    ? openRedisTransport(options.redisUrl, onError, traced)
    : openPostgresTransport(options.databaseUrl, onError, traced);
  try {
    return await assemble(transport, onError, options.readyWithinMs ?? READY_WITHIN_MS);
  } catch (error) {
    await transport.close();
    throw error;
  }
}

async function assemble(transport: QueueTransport, onError: (error: Error) => void, readyWithinMs: number): Promise<QueueBackend> {
  const queues = new Map<string, AnyQueue>();
  for (const work of works()) {
    for (const lane of LANES) {
      const queue = transport.makeQueue(queueName(work, lane));
      queue.on('error', onError);
      queues.set(queue.name, queue);
    }
  }
  const running = new Set<RunningWorkers>();
  // BullMQ never recovers from a failed start, so starting without the store must fail here
  const ready = async () => {
    await Promise.all([...queues.values()].map((queue) => queue.waitUntilReady()));
    return openPeriodicQueues(transport, onError);
  };
  const { periodic, queues: periodicQueues } = await within(readyWithinMs, ready());

  return {
    kind: transport.kind,
    async addJobs(deliveries) {
      const unknown: string[] = [];
      const batches = new Map<string, Parameters<AnyQueue['addBulk']>[0]>();
      for (const { job, lane, stepId, dispatch, facts, trace, delayMs } of deliveries) {
        if (!isJobName(job) || !isLane(lane)) {
          unknown.push(`${job} (${lane})`);
          continue;
        }
        const declared = jobOf(job);
        const name = queueName(declared.work, lane);
        const batch = batches.get(name) ?? [];
        if (batch.length === 0) batches.set(name, batch);
        batch.push({
          name: job,
          data: { ...facts, ...stepPayload.parse({ step_id: stepId, dispatch }) },
          opts: {
            ...declared.options,
            jobId: jobIdOf({ stepId, dispatch }),
            ...(delayMs > 0 ? { delay: Math.ceil(delayMs) } : {}),
            ...(trace ? { telemetry: { metadata: trace } } : {}),
          },
        });
      }
      await Promise.all([...batches].map(([name, batch]) => queues.get(name)?.addBulk(batch)));
      if (unknown.length > 0) throw new UnknownJob(unknown);
    },
    async isStanding({ job, lane, stepId, dispatch }) {
      if (!isJobName(job) || !isLane(lane)) return false;
      const state = await queues.get(queueName(jobOf(job).work, lane))!.getJobState(jobIdOf({ stepId, dispatch }));
      return !['active', 'completed', 'failed', 'unknown'].includes(state);
    },
    async startWorkers(start) {
      const workers = await startWorkers(transport, start, onError, () => running.delete(workers));
      running.add(workers);
      return workers;
    },
    periodic,
    counts: (only) =>
      Promise.all([...queues.values(), ...periodicQueues].filter(({ name }) => only?.includes(name) ?? true).map(countJobs)),
    ping: () => transport.ping(),
    async close(deadlineMs) {
      await Promise.all([...running].map((workers) => workers.stop(deadlineMs)));
      await Promise.all([...queues.values(), ...periodicQueues].map((queue) => queue.close().catch(onError)));
      await transport.close();
    },
  };
}

const jobIdOf = ({ stepId, dispatch }: Pick<Delivery, 'stepId' | 'dispatch'>): string => `${stepId}-${dispatch}`;

/** `paused` is missing from BullMQ's list of states, but Postgres reports it. */
const COUNTED = ['waiting', 'paused', 'active', 'delayed', 'failed'] as JobType[];

async function countJobs(queue: AnyQueue): Promise<QueueCounts> {
  // Redis counts jobs of a paused queue as waiting, Postgres as paused; both omit `paused` unless requested
  const counts = await queue.getJobCounts(...COUNTED);
  const ready = (counts.waiting ?? 0) + (counts.paused ?? 0);
  const paused = ready > 0 && (await queue.isPaused());
  return {
    queue: queue.name,
    waiting: paused ? 0 : ready,
    paused: paused ? ready : 0,
    active: counts.active ?? 0,
    delayed: counts.delayed ?? 0,
    failed: counts.failed ?? 0,
  };
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the queue store did not answer within ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const COMMON: RedisOptions = {
  keepAlive: 10_000,
  connectTimeout: 10_000,
  retryStrategy: (times) => Math.min(times * 100, 2_000),
};

/** Adding must fail immediately while Redis is unavailable: the outbox row remains and the sweep adds the job later. */
const ADDING: RedisOptions = { ...COMMON, maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout: 10_000 };

/** Workers wait for Redis indefinitely, as BullMQ requires. */
const WORKING: RedisOptions = { ...COMMON, maxRetriesPerRequest: null };

/**
 * Seconds between polls of an idle worker, which a job wakes immediately. BullMQ's default of five costs an idle process eighteen commands
 * a second.
 */
const LONGEST_BLOCK_S = 90;

/** Returns one hash tag for all keys of a queue, so that a cluster stores them on one node; other queues can be on other nodes. */
const prefix = (queue: string) => `{coursewright-${queue}}`;

/**
 * Opens queues in Redis or Valkey, which must run with append-only file and `noeviction`. Uses one connection for adding, one for working,
 * and one more for each worker's blocking read.
 */
export function openRedisTransport(redisUrl: string, onError: (error: Error) => void, traced: Traced = {}): QueueTransport {
  const adding = connectRedis(redisUrl, ADDING);
  adding.on('error', onError);
  let working: Redis | Cluster | null = null;
  const connectWorking = () => {
    const connection = connectRedis(redisUrl, WORKING);
    connection.on('error', onError);
    return connection;
  };
  return {
    kind: 'redis',
    makeQueue: (name) => new Queue(name, { connection: adding, prefix: prefix(name), ...traced }) as unknown as AnyQueue,
    makeWorker(name, run, tuning) {
      working ??= connectWorking();
      return new Worker(name, run, {
        connection: working,
        prefix: prefix(name),
        ...traced,
        ...tuning,
        drainDelay: LONGEST_BLOCK_S,
        runRetryDelay: 1000,
      }) as unknown as AnyWorker;
    },
    async ping() {
      await adding.ping();
    },
    async close() {
      adding.disconnect();
      working?.disconnect();
    },
  };
}
