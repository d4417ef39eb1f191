import { Counter, Gauge, Histogram, Registry, type MetricType } from 'prom-client';
import { collectProcessMetrics } from '#domain/platform/metrics/process-metrics.ts';

/** Labels are only names of jobs, outcomes, queues and states: an id as a label would create one series per id. */
export const metrics = new Registry();
collectProcessMetrics(metrics);

const registers = [metrics];

/**
 * How a delivery ended. done: the step is finished. failed: the step has failed for good. deferred: returned to the queue, for now or
 * later; also after a failed attempt. lost: its hold ended (cancelled or taken over). early: another delivery still held it. gone: nothing
 * left to do. abandoned: the database was unavailable too long; the lease decides.
 */
export type StepOutcome = 'done' | 'waits' | 'failed' | 'deferred' | 'lost' | 'early' | 'gone' | 'abandoned';

const steps = new Counter({
  name: 'coursewright_steps_total',
  help: 'Deliveries of steps by outcome.',
  labelNames: ['job', 'outcome'],
  registers,
});
const stepSeconds = new Histogram({
  name: 'coursewright_step_seconds',
  help: 'Time from the start of a delivery to its end.',
  labelNames: ['job', 'outcome'],
  buckets: [0.01, 0.05, 0.25, 1, 2.5, 5, 10, 20, 40, 80, 180],
  registers,
});

export function recordStep(job: string, outcome: StepOutcome, seconds: number): void {
  steps.inc({ job, outcome });
  stepSeconds.observe({ job, outcome }, seconds);
}

const scheduleFailures = new Counter({
  name: 'coursewright_schedule_failures_total',
  help: 'Runs of a periodic job that ended with an error.',
  labelNames: ['schedule'],
  registers,
});
export const countScheduleFailure = (schedule: string): void => scheduleFailures.inc({ schedule });

const timerFailures = new Counter({
  name: 'coursewright_timer_failures_total',
  help: 'Runs of a timer of the process that ended with an error.',
  labelNames: ['timer'],
  registers,
});
export const countTimerFailure = (timer: string): void => timerFailures.inc({ timer });

const watchdogRestarts = new Counter({
  name: 'coursewright_watchdog_restarts_total',
  help: 'Number of times that workers stopped taking jobs and were replaced.',
  registers,
});
export const countWatchdogRestart = (): void => watchdogRestarts.inc();

const ledgerFaults = new Gauge({
  name: 'coursewright_ledger_faults',
  help: 'Invariants of the token ledger that the last check found violated. Anything but 0 is an alarm.',
  registers,
});
/** Records the result of a ledger check; null if the check did not run. */
export const recordLedgerProof = (faults: number | null): void => {
  if (faults !== null) ledgerFaults.set(faults);
};

/** Names of the gauges of a worker's queues. */
export const QUEUE_GAUGES = {
  jobs: 'coursewright_queue_jobs',
  outboxAge: 'coursewright_outbox_age_seconds',
  held: 'coursewright_held_steps',
};

/**
 * Registers gauges that are read at scrape time. Gauges that cannot be read are omitted.
 * @returns a function that removes them, for a worker that ends before its process
 */
export function registerQueueGauges(
  sources: {
    queues: () => Promise<readonly ({ queue: string } & Record<'waiting' | 'active' | 'delayed' | 'failed' | 'paused', number>)[]>;
    outboxAgeS: () => Promise<number>;
    held: () => number;
  },
  registry = metrics,
): () => void {
  const registers = [registry];
  new Gauge({
    name: QUEUE_GAUGES.jobs,
    help: 'Jobs in the queue by state.',
    labelNames: ['queue', 'state'],
    registers,
    async collect() {
      this.reset();
      for (const { queue, ...states } of await sources.queues().catch(() => [])) {
        for (const [state, count] of Object.entries(states)) this.set({ queue, state }, count);
      }
    },
  });
  new Gauge({
    name: QUEUE_GAUGES.outboxAge,
    help: 'Age of the oldest announcement that has not reached the queue.',
    registers,
    async collect() {
      const age = await sources.outboxAgeS().catch(() => null);
      if (age === null) this.reset();
      else this.set(age);
    },
  });
  new Gauge({
    name: QUEUE_GAUGES.held,
    help: 'Steps that this process is working on.',
    registers,
    collect() {
      this.set(sources.held());
    },
  });
  return () => {
    for (const name of Object.values(QUEUE_GAUGES)) registry.removeSingleMetric(name);
  };
}

interface InstallationMetric {
  readonly help: string;
  readonly labels: readonly string[];
}
interface InstallationSample {
  readonly metric: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Maximum age in ms of the sample that all gauges of a scrape share. */
const SAMPLES_FRESH_MS = 2_000;

/** Quantiles computed from the rows: to Prometheus a summary, although prom-client only makes summaries of its own observations. */
class Quantiles extends Gauge {
  override async get() {
    // its types declare numbers, but metric types are words
    return { ...(await super.get()), type: 'summary' as unknown as MetricType };
  }
}

/** Registers installation-wide gauges, which every worker reports alike. Gauges that cannot be read are omitted. */
export function registerInstallationGauges(
  declared: Readonly<Record<string, InstallationMetric>>,
  read: () => Promise<readonly InstallationSample[]>,
  registry = metrics,
): void {
  let readAt = -Infinity;
  let samples: Promise<readonly InstallationSample[]> = Promise.resolve([]);
  const fresh = () => {
    if (performance.now() - readAt > SAMPLES_FRESH_MS) {
      readAt = performance.now();
      samples = read().catch(() => []);
    }
    return samples;
  };
  for (const [name, { help, labels }] of Object.entries(declared)) {
    const Metric = labels.includes('quantile') ? Quantiles : Gauge;
    new Metric({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        this.reset();
        for (const sample of await fresh()) if (sample.metric === name) this.set({ ...sample.labels }, sample.value);
      },
    });
  }
}
