import * as z from 'zod/mini';
import { sentenceSchema } from '#contract/platform/sentence.contract.ts';

export { SERVICES, type Service } from './ai-services.ts';

export const RUN_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];
export const TERMINAL_RUN_STATUSES: readonly RunStatus[] = ['completed', 'failed', 'cancelled'];

export const WORK_STATES = ['pending', 'processing', 'completed', 'failed'] as const;
export type WorkState = (typeof WORK_STATES)[number];

/** The sources that pay for work, in this order: units of a plan, the organisation's tokens, the user's own tokens. */
export const PAID_FROM = ['plan', 'organisation', 'own'] as const;
export type PaidFrom = (typeof PAID_FROM)[number];

/**
 * Why a run failed: a stable code, a sentence for its owner, and what the AI services did in another one, where all of them did the same: 'The AI
 * service declined to answer.'
 */
export const runErrorSchema = z.object({ code: z.string(), detail: z.string(), reason: z.optional(z.string()) });
export type RunError = z.infer<typeof runErrorSchema>;

/** Something that happened to a run, in a plain sentence. */
export const logLineSchema = z.object({ at: z.string(), event: z.string(), text: z.string(), words: z.optional(sentenceSchema) });
export type LogLine = z.infer<typeof logLineSchema>;

/** Remaining seconds as a range that three of four end within, with the data it is based on. `overdue`: it takes longer than nine of ten did. */
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

/** The fate of a dead worker's work. */
export const takeoverSchema = z.object({
  /** Live workers that can take over; 0: the step waits until a worker starts. */
  workers: z.int(),
  /** Seconds until a worker takes over; null: unknown, but within about a minute. */
  in_s: z.nullable(z.int()),
});
export type Takeover = z.infer<typeof takeoverSchema>;

/** A worker process that is gone, as `<host>:<pid>`. */
export const lostWorkerSchema = z.object({
  worker: z.string(),
  /** Its last sign of life; null: none is known. */
  seen_at: z.nullable(z.string()),
  steps: z.int(),
  in_s: z.nullable(z.int()),
});
export type LostWorker = z.infer<typeof lostWorkerSchema>;

/**
 * The fields of the status envelope of every kind of run. A kind adds its own details, which its contract declares. Times
 * are seconds (`_s`) or milliseconds (`_ms`); tokens are integer hundredths of a token (G07).
 */
export const runEnvelopeSchema = z.object({
  task_id: z.string(),
  /** A kind of the registry. */
  kind: z.string(),
  status: z.enum(RUN_STATUSES),
  /** 0-100; never decreases. */
  progress: z.int(),
  /** `queued`, then the stages of its kind, then `done`. */
  stage: z.string(),
  /** The subject of the request, such as a course's topic. */
  subject: z.string(),
  /** Null until the work has a title of its own. */
  title: z.nullable(z.string()),
  created_at: z.string(),
  started_at: z.nullable(z.string()),
  finished_at: z.nullable(z.string()),
  /** Real events, oldest first, at most the newest 100. */
  log: z.array(logLineSchema),
  /** Number of earlier events, which the run's log has; absent when there are none. */
  log_earlier: z.optional(z.int()),
  queue_position: z.nullable(z.int()),
  /** Null until similar runs have finished in this installation: never guessed. */
  eta: z.nullable(etaSchema),
  /** Its owner stopped it; finished work may have been kept as `result`. */
  stopped: z.boolean(),
  /** When to poll again; 0 when the run will not change by itself any more. */
  poll_after_ms: z.int(),
  tokens: z.object({ reserved: z.int(), charged: z.int() }),
  /** The payer of the run: units of the plan, the owner's tokens, or their organisation's; absent when the run is free. */
  paid_from: z.optional(z.enum(PAID_FROM)),
  error: z.optional(runErrorSchema),
  /** It failed and can be retried: finished steps are neither repeated nor paid again. */
  can_retry: z.optional(z.literal(true)),
  /** The worker of one of its steps has died: the step waits until another worker takes over. */
  worker_lost: z.optional(z.literal(true)),
  /** The workers that can take over, and when; present with `worker_lost`. */
  takeover: z.optional(takeoverSchema),
  /** Child runs by status; absent for runs without children. */
  children: z.optional(childCounts),
});
export type RunEnvelope = z.infer<typeof runEnvelopeSchema>;
