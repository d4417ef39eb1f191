import type { Processor, Queue, Telemetry, Worker, WorkerOptions } from 'bullmq';

// BullMQ's types differ by backend. The differences stay inside the two transports; all other code uses these types.
export type AnyQueue = Queue<unknown, unknown, string>;
export type AnyWorker = Worker<unknown, unknown, string>;
export type WorkerTuning = Pick<WorkerOptions, 'concurrency' | 'lockDuration' | 'stalledInterval' | 'maxStalledCount' | 'skipStalledCheck'>;

/** Options with which BullMQ records spans. */
export interface Traced {
  readonly telemetry?: Telemetry;
}

/** A store for queues. All BullMQ queues and workers of a process share its few connections. */
export interface QueueTransport {
  readonly kind: 'postgres' | 'redis';
  makeQueue(name: string): AnyQueue;
  makeWorker(name: string, run: Processor<unknown, unknown, string>, tuning: WorkerTuning): AnyWorker;
  /** Resolves if the store answers. @throws if it does not */
  ping(): Promise<void>;
  close(): Promise<void>;
}
