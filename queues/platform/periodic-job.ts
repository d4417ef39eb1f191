import type { Sentence } from '#contract/platform/sentence.contract.ts';

/**
 * Queues of periodic jobs, independent of lanes. `due-work`: jobs that run every few minutes or less often, and jobs that commands
 * announce. `maintenance`: jobs that run every hour or less often, and may take long; nothing else waits behind them.
 */
export const PERIODIC_QUEUES = ['due-work', 'maintenance'] as const;
export type PeriodicQueueName = (typeof PERIODIC_QUEUES)[number];

/** Minute and hour, every day or on one day of the week (0 is Sunday), in cron notation. The console shows it in words. */
export type TimeOfDay = `${number} ${number} * * ${'*' | number}`;

/** When BullMQ's scheduler runs a job: at an interval in milliseconds, or at a time of day in a zone (IANA name). */
export type Schedule = { readonly every: number } | { readonly pattern: TimeOfDay; readonly tz: string };

/** A job without a payload that finds its work in the rows, and does nothing if there is none. It runs once per installation. */
export type PeriodicJob = Schedule & {
  /** Its purpose, for the console. */
  readonly does: Sentence;
};

const HOUR_MS = 60 * 60 * 1_000;

/** Returns the queue of a periodic job. */
export const periodicQueueOf = (job: Schedule): PeriodicQueueName => ('every' in job && job.every < HOUR_MS ? 'due-work' : 'maintenance');

/** A run to add to those of the scheduler. */
export interface Announcement {
  readonly job: string;
  /** Milliseconds from now. */
  readonly delayMs: number;
  /** Requested by an operator: it runs even while its schedule is paused. */
  readonly isRequested?: boolean;
}
