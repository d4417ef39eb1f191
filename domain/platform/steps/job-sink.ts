import { onDisconnect } from '#domain/platform/database.ts';
import type { StepFacts } from '#queues/platform/step-payload.ts';

/** A job to add to the queue. Requests and results stay in the database. */
export interface Delivery {
  readonly job: string;
  readonly lane: string;
  readonly stepId: string;
  readonly dispatch: number;
  /** Facts for people who inspect the queue. */
  readonly facts?: StepFacts;
  /** The trace that its job belongs to; see `jobTrace`. */
  readonly trace?: string;
  /** Delay in milliseconds. */
  readonly delayMs: number;
}

/** Puts deliveries into the queue. Must be idempotent by step and dispatch number. */
export type JobSink = (deliveries: readonly Delivery[]) => Promise<void>;

/**
 * Tells whether the job of an announcement is in the queue and has not started: waiting, paused or delayed. An active job whose step nobody
 * has claimed belongs to a lost worker.
 */
export type JobLookup = (announcement: Pick<Delivery, 'job' | 'lane' | 'stepId' | 'dispatch'>) => Promise<boolean>;

let sink: JobSink | null = null;
let lookup: JobLookup = async () => false;

/**
 * Sets the sink; call it once at process start, with the queue backend that the process opened.
 * @param isStanding for processes that sweep; default: no job counts as standing, so unclaimed steps are announced again
 */
export function setJobSink(next: JobSink | null, isStanding: JobLookup = async () => false): void {
  sink = next;
  lookup = isStanding;
}

onDisconnect(() => setJobSink(null));

export const isJobStanding: JobLookup = (announcement) => lookup(announcement);

/** Returns the process's sink. @throws when the process has opened no queues */
export function jobSink(): JobSink {
  if (!sink) throw new Error('setJobSink() has not been called');
  return sink;
}
