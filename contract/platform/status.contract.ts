import * as z from 'zod/mini';
import { sentenceSchema } from '#contract/platform/sentence.contract.ts';

export { SERVICES, type Service } from './ai-services.ts';

export const RUN_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];
export const TERMINAL_RUN_STATUSES: readonly RunStatus[] = ['completed', 'failed', 'cancelled'];

export const WORK_STATES = ['pending', 'processing', 'completed', 'failed'] as const;
export type WorkState = (typeof WORK_STATES)[number];

/** The sources that can pay for work, in order of use: units of a plan, the organisation's tokens, the user's own tokens. */
export const PAID_FROM = ['plan', 'organisation', 'own'] as const;
export type PaidFrom = (typeof PAID_FROM)[number];

/**
 * Why a run failed: a stable code and a sentence for its owner; `reason` says how the AI services failed, if all failed in the same way:
 * 'The AI service declined to answer.'
 */
export const runErrorSchema = z.object({ code: z.string(), detail: z.string(), reason: z.optional(z.string()) });
export type RunError = z.infer<typeof runErrorSchema>;

/** An event of a run, in a plain sentence. */
export const logLineSchema = z.object({ at: z.string(), event: z.string(), text: z.string(), words: z.optional(sentenceSchema) });
export type LogLine = z.infer<typeof logLineSchema>;

/**
 * Remaining seconds as a range within which three of four runs end, with the data it is based on. `overdue`: it has taken longer than nine
 * of ten runs did.
 */
export const etaSchema = z.object({
  low_s: z.int(),
  high_s: z.int(),
  basis: z.string(),
  basis_words: z.optional(sentenceSchema),
  overdue: z.boolean(),
});
export type Eta = z.infer<typeof etaSchema>;

/** Number of child runs of a run, by status. */
const childCounts = z.object({ queued: z.int(), running: z.int(), completed: z.int(), failed: z.int(), cancelled: z.int() });

/** What happens to the work of a dead worker. */
export const takeoverSchema = z.object({
  /** Number of live workers that can take over; at 0, the step waits until a worker starts. */
  workers: z.int(),
  /** Seconds until a worker takes over; null if unknown, but within about a minute. */
  in_s: z.nullable(z.int()),
});
export type Takeover = z.infer<typeof takeoverSchema>;

/** A worker process that is gone, as `<host>:<pid>`. */
export const lostWorkerSchema = z.object({
  worker: z.string(),
  /** Last sign of life; null if none is known. */
  seen_at: z.nullable(z.string()),
  steps: z.int(),
  in_s: z.nullable(z.int()),
});
export type LostWorker = z.infer<typeof lostWorkerSchema>;

/**
 * The status fields of every kind of run; each kind adds its own `details` in its contract. Times are seconds (`_s`) or milliseconds
 * (`_ms`); tokens are integer hundredths of a token (G07).
 */
export const runEnvelopeSchema = z.object({
  task_id: z.string(),
  /** A kind of run of the registry. */
  kind: z.string(),
  status: z.enum(RUN_STATUSES),
  /** 0-100; never decreases. */
  progress: z.int(),
  /** `queued`, then the stages of its kind, then `done`. */
  stage: z.string(),
  /** The subject of the request, such as a course's topic. */
  subject: z.string(),
  /** Null until the work has its own title. */
  title: z.nullable(z.string()),
  created_at: z.string(),
  started_at: z.nullable(z.string()),
  finished_at: z.nullable(z.string()),
  /** Real events, oldest first; at most the newest 100. */
  log: z.array(logLineSchema),
  /** Number of earlier events, which are in the run's log; absent if there are none. */
  log_earlier: z.optional(z.int()),
  queue_position: z.nullable(z.int()),
  /** Null until similar runs have finished in this installation; never guessed. */
  eta: z.nullable(etaSchema),
  /** The owner stopped it; finished work may have been kept as `result`. */
  stopped: z.boolean(),
  /** The demo library gives it, without any AI service. */
  of_library: z.optional(z.literal(true)),
  /** When to poll again; 0 if the run will no longer change by itself. */
  poll_after_ms: z.int(),
  tokens: z.object({ reserved: z.int(), charged: z.int() }),
  /** Who pays for the run: the owner's plan, the owner, or their organisation; absent if the run is free. */
  paid_from: z.optional(z.enum(PAID_FROM)),
  error: z.optional(runErrorSchema),
  /** The run failed and can be retried: finished steps are neither repeated nor paid again. */
  can_retry: z.optional(z.literal(true)),
  /** The worker of a step has died: the step waits until another worker takes over. */
  worker_lost: z.optional(z.literal(true)),
  /** The workers that can take over, and when; present with `worker_lost`. */
  takeover: z.optional(takeoverSchema),
  /** Number of child runs by status; absent for runs without children. */
  children: z.optional(childCounts),
});
export type RunEnvelope = z.infer<typeof runEnvelopeSchema>;
