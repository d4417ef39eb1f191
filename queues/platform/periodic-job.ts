import type { Sentence } from '#contract/platform/sentence.contract.ts';

/**
 * Queues of periodic jobs, of any lane. `due-work`: what runs every few minutes at most, and what commands announce. `maintenance`: what runs
 * every hour or less often, and may take long; nothing else waits behind it.
 */
export const PERIODIC_QUEUES = ['due-work', 'maintenance'] as const;
export type PeriodicQueueName = (typeof PERIODIC_QUEUES)[number];

/** A job without a payload that finds its work in the rows, and does nothing when there is none. It runs once per installation. */
export interface PeriodicJob {
  /** How often BullMQ's scheduler runs it, in milliseconds. */
  readonly everyMs: number;
  /** What it does, for the console. */
  readonly does: Sentence;
}

const HOUR_MS = 60 * 60 * 1_000;

/** Returns the queue of a periodic job. */
export const periodicQueueOf = ({ everyMs }: Pick<PeriodicJob, 'everyMs'>): PeriodicQueueName =>
  everyMs < HOUR_MS ? 'due-work' : 'maintenance';

/** One run to add, beside those of the scheduler. */
export interface Announcement {
  readonly job: string;
  /** Milliseconds from now. */
  readonly delayMs: number;
  /** An operator asked for it: it runs even while its schedule is paused. */
  readonly isRequested?: boolean;
}
