import type { JobsOptions } from 'bullmq';

/** Priority lanes of a kind of work. They have separate queues, so interactive work never waits behind a batch. */
export const LANES = ['interactive', 'batch'] as const;
export type Lane = (typeof LANES)[number];

/** How the queue handles a job. Every job has the same payload: the id of its step (`stepPayload`). */
export interface JobDeclaration {
  /** Its kind of work. Each kind has separate queues, one per lane, so that no kind waits behind another. */
  readonly work: string;
  /** How long BullMQ waits for a worker that no longer renews its lock, in milliseconds. */
  readonly lockMs: number;
  /** How often a job may stall (no living worker) before BullMQ fails it. */
  readonly maxStalledCount: number;
  readonly options: Pick<JobsOptions, 'attempts' | 'removeOnComplete' | 'removeOnFail'>;
}

const HOUR_S = 60 * 60;

/**
 * Declares the jobs of one kind of work by name. The queue delivers once (`attempts: 1`): the step's row counts attempts and announces the
 * step again. Finished jobs are kept briefly, for debugging only; the rows are the history.
 * @param work lower case and hyphens, because it is part of the queues' names
 */
export function defineJobs<const Name extends string>(
  work: string,
  jobs: Readonly<Record<Name, { readonly lockMs?: number; readonly maxStalledCount?: number }>>,
): Readonly<Record<Name, JobDeclaration>> {
  const declare = ({ lockMs = 60_000, maxStalledCount = 10 }: { lockMs?: number; maxStalledCount?: number }): JobDeclaration => ({
    work,
    lockMs,
    maxStalledCount,
    options: {
      attempts: 1,
      // by age only: to keep a fixed number of jobs, Postgres would count them at every completion, which costs most of the throughput
      removeOnComplete: { age: HOUR_S },
      removeOnFail: { age: 14 * 24 * HOUR_S },
    },
  });
  return Object.fromEntries(Object.entries<Parameters<typeof declare>[0]>(jobs).map(([name, job]) => [name, declare(job)])) as Record<
    Name,
    JobDeclaration
  >;
}

/** Returns the queue name for a kind of work and a lane, e.g. `generate-interactive`. */
export const queueName = (work: string, lane: Lane): string => `${work}-${lane}`;

export const isLane = (lane: string): lane is Lane => (LANES as readonly string[]).includes(lane);
