import type { Sentence } from '#contract/platform/sentence.contract.ts';

/**
 * Queues of periodic jobs, of any lane. `due-work`: what runs every few minutes at most, and what commands announce. `maintenance`: what runs
 * every hour or less often, and may take long; nothing else waits behind it.
 */
export const PERIODIC_QUEUES = ['due-work', 'maintenance'] as const;
export type PeriodicQueueName = (typeof PERIODIC_QUEUES)[number];

/** Minute and hour, each day or on one day of the week (0: Sunday), in cron's notation. The console says it in words. */
export type TimeOfDay = `${number} ${number} * * ${'*' | number}`;

/** When BullMQ's scheduler runs a job: so many milliseconds apart, or at a time of day in a zone (IANA's name). */
export type Schedule = { readonly every: number } | { readonly pattern: TimeOfDay; readonly tz: string };

/** A job without a payload that finds its work in the rows, and does nothing when there is none. It runs once per installation. */
export type PeriodicJob = Schedule & {
  /** What it does, for the console. */
  readonly does: Sentence;
};

const HOUR_MS = 60 * 60 * 1_000;

/** Returns the queue of a periodic job. */
export const periodicQueueOf = (job: Schedule): PeriodicQueueName => ('every' in job && job.every < HOUR_MS ? 'due-work' : 'maintenance');

/** One run to add, beside those of the scheduler. */
export interface Announcement {
  readonly job: string;
  /** Milliseconds from now. */
  readonly delayMs: number;
  /** An operator asked for it: it runs even while its schedule is paused. */
  readonly isRequested?: boolean;
}
