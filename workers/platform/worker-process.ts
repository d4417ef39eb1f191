import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { isSchedulePaused } from '#domain/operator/schedules/schedules.queries.ts';
import { outgoing } from '#domain/platform/network/outgoing.ts';
import type { PeriodicJobName } from '#queues/periodic.jobs.ts';
import type { Lane } from '#queues/platform/define-job.ts';
import type { PeriodicHandler } from '#queues/platform/periodic-queues.ts';
import { openQueueBackend, type QueueBackend } from '#queues/platform/queue-backend.ts';
import { config } from '#domain/platform/config.ts';
import { connectDatabase, database, disconnectDatabase } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { pendingMigrations } from '#domain/platform/migrate.ts';
import { isLaneLive } from '#domain/platform/load/lane-load.queries.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { outboxAgeS } from '#domain/platform/steps/outbox-age.queries.ts';
import { listenToStore } from '#domain/platform/store-listener.ts';
import { applyConnections, watchConnections } from '#domain/vendors/connections/apply-connections.ts';
import { callsSettled } from '#domain/vendors/llm/call.commands.ts';
import { tuning } from '#domain/platform/tuning/tuning.queries.ts';
import { refusePooler } from '#domain/platform/refuse-pooler.ts';
import { startTracing } from '#domain/platform/tracing/start-tracing.ts';
import { isTracing } from '#domain/platform/tracing/tracer.ts';
import { setPeriodicQueue } from '#domain/platform/periodic/periodic-queue.ts';
import { sweepOutbox, isSweepDue } from '#domain/platform/periodic/announcement.commands.ts';
import { stopWebhooks } from '#domain/webhooks/deliver-webhooks.command.ts';
import type { RunningWorkers } from '#queues/platform/queue-workers.ts';
import { openAdminPort } from './admin.ts';
import { createBatchPace } from './batch-pace.ts';
import { startHeartbeat } from './heartbeat.ts';
import { registerQueueGauges, countScheduleFailure, countWatchdogRestart, countTimerFailure } from './metrics.ts';
import type { Processors } from './processor.ts';
import { createStepRunner } from './run-step.ts';

/** Passes the same message only once in ten seconds: an unavailable connection repeats its error many times a second. */
const EVERY_MS = 10_000;

function quietly(report: (error: Error) => void): (error: Error) => void {
  const seen = new Map<string, number>();
  return (error) => {
    const now = performance.now();
    if (now - (seen.get(error.message) ?? -Infinity) < EVERY_MS) return;
    if (seen.size > 100) seen.clear();
    seen.set(error.message, now);
    report(error);
  };
}

/** Milliseconds that running steps may continue after the signal, before they are returned to the queue; the process has 30 s in total. */
const GRACE_MS = 25_000;
const GIVE_BACK_MS = 3_000;
const CLOSE_WITHIN_MS = 1_500;
/** Pauses of the process's timers while there is work, and while there is none. */
const BUSY_MS = 1_000;
const IDLE_MS = 10_000;
const WATCHDOG_MS = 30_000;
/** How long learners' work counts as running after it was last seen, because its next step comes soon. */
const LEARNERS_STAY_MS = 10_000;

interface Parts {
  readonly lanes: readonly Lane[];
  readonly processors: Processors;
  /** The periodic jobs that it runs. */
  readonly periodic: PeriodicProcessors;
  /** Reports repeatedly that this process is alive, and finally that it has stopped. */
  readonly presence?: Presence;
  /** Milliseconds that running steps may continue after a signal. */
  readonly graceMs?: number;
}

interface Presence {
  readonly everyMs: number;
  beat(process: { id: string; lanes: readonly Lane[]; queues: readonly string[]; concurrency: number; held: number }): Promise<void>;
  end(id: string): Promise<void>;
}

export interface WorkerProcess {
  readonly adminPort: number;
  /**
   * Takes no more jobs, lets running steps finish, returns steps that take too long to the queue, and closes everything. A second call
   * skips the wait and returns running steps immediately.
   */
  drain(): Promise<void>;
}

/** Starts all parts of a worker with the process's configuration. @throws if the database or the admin port is unavailable */
export async function startWorkerProcess({ lanes, processors, periodic, presence, graceMs = GRACE_MS }: Parts): Promise<WorkerProcess> {
  const { databaseUrl, databasePool, redisUrl, workerConcurrency, workerAdminPort } = config();
  connectDatabase(databaseUrl, { poolMax: databasePool, applicationName: 'coursewright-worker' });
  await refusePooler();
  await applyConnections();
  const stopListening = listenToStore([watchConnections()]);
  const onError = quietly((error: Error) => logger().warn({ err: error }, 'queue: connection error, recovering'));
  const stopTracing = await startTracing('coursewright-worker', () => import('#domain/vendors/llm/trace-calls.ts'));
  const backend = await openQueueBackend({ databaseUrl, redisUrl, onError, isTraced: isTracing() });
  setJobSink((deliveries) => backend.addJobs(deliveries), backend.isStanding);
  setPeriodicQueue(backend.periodic);

  const heartbeat = startHeartbeat();
  let draining = false;
  const removeGauges = registerQueueGauges({ queues: () => backend.counts(), outboxAgeS, held: () => heartbeat.count() });
  const admin = await openAdminPort(workerAdminPort, {
    store: outboxAgeS,
    schema: async () => {
      const pending = await pendingMigrations(database());
      if (pending.length > 0) throw new Error(`waiting for ${pending.join(', ')}`);
    },
    queue: () => backend.ping(),
    drain: async () => {
      if (draining) throw new Error('draining');
    },
  });

  const worker = `${hostname()}:${process.pid}`;
  let concurrency = workerConcurrency;
  const batchPace = createBatchPace();
  const runner = createStepRunner({ worker, heartbeat, processors, batchPace });
  const workers = await backend.startWorkers({ lanes, concurrency, handle: runner.run });
  let used = performance.eventLoopUtilization();
  let learnersAt = -Infinity;
  const tune = async () => {
    concurrency = (await tuning()).worker_concurrency;
    workers.tune(concurrency);
    if (!lanes.includes('batch')) return;
    // while the store is unavailable or waiting for a migration, batch work yields as if learners' work were running
    if (await isLaneLive('interactive').catch(() => true)) learnersAt = performance.now();
    const now = performance.eventLoopUtilization();
    const busy = performance.eventLoopUtilization(now, used).utilization;
    used = now;
    batchPace.adapt({ busy, hasLearners: performance.now() - learnersAt < LEARNERS_STAY_MS });
  };
  await tune();
  const beat = async () => presence?.beat({ id: worker, lanes, queues: workers.queues, concurrency, held: heartbeat.count() });
  await beat();
  // a killed worker's announcements should not wait for the schedules or the timers' first pause
  await sweepOutbox().catch((error: unknown) => logger().warn({ err: error }, 'worker: the first sweep failed, the next one follows'));
  await backend.periodic.schedule();
  const periodicWorkers = await backend.periodic.startWorkers(createPeriodicRunner(periodic));
  let isSweeping = true;
  const timers = startTimers([
    ...(presence ? [{ name: 'presence', pauseMs: () => presence.everyMs, run: beat }] : []),
    // a job of the queue cannot find work that has not reached the queue
    { name: 'sweep', pauseMs: () => (isSweeping ? BUSY_MS : IDLE_MS), run: async () => (isSweeping = await isSweepDue()) && sweepOutbox() },
    { name: 'tune', pauseMs: () => (isSweeping ? BUSY_MS : IDLE_MS), run: tune },
    {
      name: 'watchdog',
      pauseMs: () => WATCHDOG_MS,
      run: createWatchdog(backend, [workers, periodicWorkers], () => (isSweeping ? undefined : periodicWorkers.queues)),
    },
  ]);
  logger().info({ queue_store: backend.kind, queues: workers.queues, concurrency, admin_port: admin.port }, 'worker: ready');

  const hurry = new AbortController();
  let drained: Promise<void> | null = null;
  const drain = async () => {
    draining = true;
    logger().info({ running: heartbeat.count() }, 'worker: draining');
    batchPace.stop();
    const stopping = Promise.all([workers.stop(graceMs + GIVE_BACK_MS), periodicWorkers.stop(graceMs + GIVE_BACK_MS)]);
    const sent = stopWebhooks();
    const patience = sleep(graceMs, undefined, { signal: hurry.signal }).catch(() => undefined);
    await Promise.all([timers.stop(), Promise.race([stopping, patience])]);
    heartbeat.drain();
    const left = (await stopping).reduce((sum, count) => sum + count, 0);
    heartbeat.stop();
    await Promise.all([callsSettled(), sent]);
    await presence?.end(worker).catch((error: unknown) => logger().warn({ err: error }, 'worker: could not be signed off'));
    logger()[left > 0 ? 'warn' : 'info']({ left_behind: left }, 'worker: stopped');
    const closing = Promise.all([admin.close(), backend.close(0).then(stopListening).then(disconnectDatabase), stopTracing()]).catch(
      (error: unknown) => logger().warn({ err: error }, 'worker: could not be closed cleanly'),
    );
    await Promise.race([closing, sleep(CLOSE_WITHIN_MS, undefined, { ref: false })]);
    removeGauges();
    setJobSink(null);
    setPeriodicQueue(null);
  };
  return {
    adminPort: admin.port,
    drain() {
      if (drained) hurry.abort();
      return (drained ??= drain());
    },
  };
}

type PeriodicProcessors = Readonly<Partial<Record<PeriodicJobName, () => Promise<unknown>>>>;

/**
 * Creates the handler of periodic jobs: a paused job does nothing unless an operator requested it; a failure is logged and counted, and its
 * job fails in the queue.
 */
export const createPeriodicRunner =
  (processors: PeriodicProcessors): PeriodicHandler =>
  async (name, { isRequested }) => {
    const process = processors[name];
    if (!process || (!isRequested && (await isSchedulePaused(name)))) return false;
    try {
      await outgoing(null, process);
    } catch (error) {
      countScheduleFailure(name);
      logger().error({ err: error, schedule: name }, 'periodic job: failed, retrying');
      throw error;
    }
    return true;
  };

/** How long a queue can have waiting jobs and no active one. */
const PATIENCE_MS = 20_000;

/**
 * Creates the check for workers that have silently stopped: one of their queues has waiting jobs and no active one in two checks. New
 * workers fix every known fault of this kind, so they are replaced.
 * @param watched queues that may have jobs now; default: all
 * @param now milliseconds of a monotonic clock
 * @returns a function to call every few seconds
 */
export function createWatchdog(
  backend: Pick<QueueBackend, 'counts'>,
  workers: readonly Pick<RunningWorkers, 'queues' | 'restart'>[],
  watched: () => readonly string[] | undefined = () => undefined,
  now: () => number = () => performance.now(),
): () => Promise<void> {
  const stuckSince = new Map<string, number>();
  const served = new Set(workers.flatMap(({ queues }) => queues));
  return async () => {
    for (const { queue, waiting, active } of await backend.counts(watched())) {
      if (waiting === 0 || active > 0 || !served.has(queue)) stuckSince.delete(queue);
      else if (!stuckSince.has(queue)) stuckSince.set(queue, now());
    }
    const stuck = [...stuckSince].filter(([, since]) => now() - since > PATIENCE_MS).map(([queue]) => queue);
    if (stuck.length === 0) return;
    logger().error({ queues: stuck }, 'watchdog: jobs are waiting and no worker takes them; replacing the workers');
    countWatchdogRestart();
    stuckSince.clear();
    await Promise.all(workers.map((one) => one.restart()));
  };
}

/** A task that belongs to one process, and therefore is not a job of the queue: its heartbeat, its share of the settings, the outbox. */
interface Timer {
  readonly name: string;
  /** Returns the pause after the previous run has ended, in milliseconds. */
  readonly pauseMs: () => number;
  readonly run: () => Promise<unknown>;
}

/** Each pause varies by this share in both directions, so that processes started together do not all run at the same time. */
const JITTER = 0.2;
/** Interval at which a repeated error is logged. */
const LOG_EVERY_MS = 30_000;

/**
 * Runs each timer repeatedly. It never overlaps itself; an error is logged and counted, and the next run follows as usual.
 * @returns `stop` starts nothing more and waits for running timers
 */
export function startTimers(timers: readonly Timer[]): { stop(): Promise<void> } {
  let stopped = false;
  const pending = new Map<string, NodeJS.Timeout>();
  const running = new Map<string, Promise<void>>();
  const loggedAt = new Map<string, number>();

  const once = async ({ name, run }: Timer) => {
    try {
      await run();
      loggedAt.delete(name);
    } catch (error) {
      countTimerFailure(name);
      if (performance.now() - (loggedAt.get(name) ?? -Infinity) < LOG_EVERY_MS) return;
      loggedAt.set(name, performance.now());
      logger().error({ err: error, timer: name }, 'timer: failed, retrying');
    }
  };
  const next = (timer: Timer) => {
    if (stopped) return;
    const begin = () => {
      const run = once(timer).finally(() => {
        running.delete(timer.name);
        next(timer);
      });
      running.set(timer.name, run);
    };
    pending.set(timer.name, setTimeout(begin, timer.pauseMs() * (1 - JITTER + Math.random() * 2 * JITTER)));
  };
  for (const timer of timers) next(timer);
  return {
    async stop() {
      stopped = true;
      for (const timeout of pending.values()) clearTimeout(timeout);
      await Promise.all(running.values());
    },
  };
}
