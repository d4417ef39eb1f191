import type { JobsOptions } from 'bullmq';
import type * as z from 'zod';

/** Kinds of work: each has queues of its own, one per lane, so that one kind never waits behind another. */
export const WORKS = ['generate'] as const;
export type Work = (typeof WORKS)[number];

/** Lanes of a kind of work. Interactive work never waits behind a batch: they are different queues. */
export const LANES = ['interactive', 'batch'] as const;
export type Lane = (typeof LANES)[number];

export interface JobDeclaration<Name extends string = string, Payload = unknown> {
  readonly name: Name;
  readonly work: Work;
  readonly payload: z.ZodType<Payload>;
  /** How long BullMQ believes a worker that no longer renews its lock, in milliseconds. */
  readonly lockMs: number;
  /** How often a job may be found without a living worker before BullMQ fails it. */
  readonly maxStalledCount: number;
  readonly options: Pick<JobsOptions, 'attempts' | 'removeOnComplete' | 'removeOnFail'>;
}

const HOUR_S = 60 * 60;

/**
 * Declares one job: its name, what it carries, and how the queue treats it. The queue delivers once (`attempts: 1`): the step's row
 * counts tries and re-announces itself. Finished jobs are kept for a look at what happened, not for history; that is in the rows.
 * @param job `payload` is checked both when a job is added and when a worker takes it
 */
export function defineJob<const Name extends string, Payload>(job: {
  name: Name;
  work: Work;
  payload: z.ZodType<Payload>;
  lockMs?: number;
  maxStalledCount?: number;
}): JobDeclaration<Name, Payload> {
  return {
    name: job.name,
    work: job.work,
    payload: job.payload,
    lockMs: job.lockMs ?? 60_000,
    maxStalledCount: job.maxStalledCount ?? 10,
    options: {
      attempts: 1,
      // by age only: to keep a number of jobs Postgres counts them at every completion, which costs most of the throughput
      removeOnComplete: { age: HOUR_S },
      removeOnFail: { age: 14 * 24 * HOUR_S },
    },
  };
}

/** Name of the queue for a kind of work and a lane, e.g. `generate-interactive`. */
export const queueName = (work: Work, lane: Lane): string => `${work}-${lane}`;

export const isLane = (lane: string): lane is Lane => (LANES as readonly string[]).includes(lane);
