import * as z from 'zod/mini';
import { sentenceSchema } from '#contract/platform/sentence.contract.ts';

/** The four AI services, by the names the specification uses on the wire. */
export const SERVICES = ['grok', 'claude', 'gemini', 'openai'] as const;
export type Service = (typeof SERVICES)[number];

export const RUN_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];
export const TERMINAL_RUN_STATUSES: readonly RunStatus[] = ['completed', 'failed', 'cancelled'];

export const WORK_STATES = ['pending', 'processing', 'completed', 'failed'] as const;
export type WorkState = (typeof WORK_STATES)[number];

/**
 * What a run waits for. `outline`: with the research beside it; `research`: the outline is there and only the research is missing;
 * `approval`: the learner wants to check the outline first, and has it now.
 */
export const RUN_STAGES = ['queued', 'outline', 'research', 'approval', 'lessons', 'practice', 'review', 'assemble', 'done'] as const;
export type RunStage = (typeof RUN_STAGES)[number];

const workState = z.enum(WORK_STATES);

/**
 * The one status envelope of every kind of run (architecture 6).
 * Times are seconds (`_s`) or milliseconds (`_ms`); tokens are integer hundredths of a token (G07, architecture 8).
 */
export const statusEnvelopeSchema = z.object({
  task_id: z.string(),
  /** `lesson`: a run that writes single lessons of a course anew, as a proposal. */
  kind: z.enum(['course', 'lesson']),
  status: z.enum(RUN_STATUSES),
  /** 0-100, only ever one of the milestones 0/10/25/50/75/85/95/100; never goes back. */
  progress: z.int(),
  stage: z.enum(RUN_STAGES),
  /** Null until the outline has a title. */
  title: z.nullable(z.string()),
  topic: z.string(),
  /** The language that was asked for, as the form names it: `spanish`. */
  language: z.string(),
  created_at: z.string(),
  started_at: z.nullable(z.string()),
  finished_at: z.nullable(z.string()),
  services: z.object({ grok: workState, claude: workState, gemini: workState, openai: workState }),
  items: z.array(
    z.object({
      id: z.string(),
      module: z.int(),
      module_title: z.string(),
      lesson: z.int(),
      title: z.string(),
      state: workState,
      /** The lesson's text can be opened now. */
      readable: z.boolean(),
      service: z.nullable(z.enum(SERVICES)),
      /** Of a failed lesson: what each service that was asked last did. `service` null: it was our own failure. */
      failures: z.optional(z.array(z.object({ service: z.nullable(z.enum(SERVICES)), code: z.string() }))),
      /** Of a lesson this run left out and another wrote later: where it stands in the course now, as `0_1`. */
      written_later: z.optional(z.string()),
    }),
  ),
  /** Real events, oldest first, at most the newest 100. */
  log: z.array(z.object({ at: z.string(), event: z.string(), text: z.string(), words: z.optional(sentenceSchema) })),
  queue_position: z.nullable(z.int()),
  /**
   * Seconds that are left, as a range with its ground; null until runs like this one have been finished here: never guessed.
   * `overdue`: it takes longer than nine of ten did.
   */
  eta: z.nullable(
    z.object({ low_s: z.int(), high_s: z.int(), basis: z.string(), basis_words: z.optional(sentenceSchema), overdue: z.boolean() }),
  ),
  /** The learner stopped it; what was finished may have been kept as `result`. */
  stopped: z.boolean(),
  poll_after_ms: z.int(),
  tokens: z.object({ reserved: z.int(), charged: z.int() }),
  result: z.optional(z.object({ course_id: z.string() })),
  /** GEN-07: points the finished run was awarded; absent when it was awarded none. */
  points_awarded: z.optional(z.int()),
  error: z.optional(z.object({ code: z.string(), detail: z.string() })),
});
export type StatusEnvelope = z.infer<typeof statusEnvelopeSchema>;
