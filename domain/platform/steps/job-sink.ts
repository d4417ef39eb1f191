import type { StepFacts } from '#queues/platform/step-payload.ts';

/** One delivery to make; results and requests stay in rows. */
export interface Delivery {
  readonly job: string;
  readonly lane: string;
  readonly stepId: string;
  readonly dispatch: number;
  /** For people who look at the queue. */
  readonly facts?: StepFacts;
  /** Milliseconds from now. */
  readonly delayMs: number;
}

/** Puts deliveries into the queue. Must be idempotent by step and dispatch number. */
export type JobSink = (deliveries: readonly Delivery[]) => Promise<void>;

let sink: JobSink | null = null;

/** Sets the sink; call it once at process start, with the queue backend the process opened. */
export function setJobSink(next: JobSink | null): void {
  sink = next;
}

/** Returns the process's sink. @throws when the process has opened no queues */
export function jobSink(): JobSink {
  if (!sink) throw new Error('setJobSink() has not been called');
  return sink;
}
