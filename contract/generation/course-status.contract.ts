import * as z from 'zod/mini';
import { runEnvelopeSchema, SERVICES, WORK_STATES } from '#contract/platform/status.contract.ts';

/**
 * What a run waits for. `outline`: with the research beside it; `research`: the outline is there and only the research is missing;
 * `approval`: the learner wants to check the outline first, and has it now.
 */
export const COURSE_STAGES = ['outline', 'research', 'approval', 'lessons', 'practice', 'review', 'assemble'] as const;
/** With those every run has. */
export const RUN_STAGES = ['queued', ...COURSE_STAGES, 'done'] as const;
export type RunStage = (typeof RUN_STAGES)[number];

/** What a readable lesson still waits for, in this order; `text`: its text is arriving. */
export const LESSON_AWAITS = ['text', 'practice', 'review', 'correction', 'quiz_check'] as const;
export type LessonAwaits = (typeof LESSON_AWAITS)[number];

/** What a service can be asked for in a run, in the order in which it comes. */
export const WORK_PARTS = ['outline', 'research', 'lesson', 'practice', 'review', 'correction'] as const;
export type WorkPart = (typeof WORK_PARTS)[number];

const workPart = z.enum(WORK_PARTS);
const serviceWorkSchema = z.object({
  /** Its calls that run now; of the outline and the research without a lesson. */
  now: z.array(z.object({ part: workPart, lesson_id: z.nullable(z.string()) })),
  /** How many of each it has delivered; a part it delivered none of is left out. */
  done: z.array(z.object({ part: workPart, count: z.int() })),
});
export type ServiceWork = z.infer<typeof serviceWorkSchema>;

const workState = z.enum(WORK_STATES);

const lessonFailure = z.object({ service: z.nullable(z.enum(SERVICES)), code: z.string() });

/** The status envelope of a run that writes a course, or single lessons of one: what every run has, and the details of these two kinds. */
export const statusEnvelopeSchema = z.extend(z.omit(runEnvelopeSchema, { subject: true }), {
  /** `lesson`: a run that writes single lessons of a course anew, as a proposal. */
  kind: z.enum(['course', 'lesson']),
  /** Only ever one of the milestones 0/10/25/50/75/85/95/100. */
  progress: z.int(),
  stage: z.enum(RUN_STAGES),
  topic: z.string(),
  /** The language that was asked for, as the form names it: `spanish`. */
  language: z.string(),
  services: z.object({ grok: workState, claude: workState, gemini: workState, openai: workState }),
  /** Of services that failed: the code of what each did last, `vendors.broken_output`; absent when none failed. */
  service_failures: z.optional(
    z.object({
      grok: z.optional(z.string()),
      claude: z.optional(z.string()),
      gemini: z.optional(z.string()),
      openai: z.optional(z.string()),
    }),
  ),
  /** Of a live run: in how many seconds a service that is paused is asked again; absent when none is paused. */
  service_retry_s: z.optional(
    z.object({ grok: z.optional(z.int()), claude: z.optional(z.int()), gemini: z.optional(z.int()), openai: z.optional(z.int()) }),
  ),
  /** What each service is at and has delivered; one with neither is left out. Absent when all are. */
  service_work: z.optional(
    z.object({
      grok: z.optional(serviceWorkSchema),
      claude: z.optional(serviceWorkSchema),
      gemini: z.optional(serviceWorkSchema),
      openai: z.optional(serviceWorkSchema),
    }),
  ),
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
      /** Of a readable lesson of a live run: what is still to come of it; absent when it is as it will be. */
      awaits: z.optional(z.enum(LESSON_AWAITS)),
      service: z.nullable(z.enum(SERVICES)),
      /** Of a failed lesson: what each service that was asked last did. `service` null: it was for us, e.g. `spend.user_cap`. */
      failures: z.optional(z.array(lessonFailure)),
      /**
       * Of a written lesson without quiz and exercises, which could not be had: the same of these; `run.cancelled` when the stop came first,
       * `quiz.dropped` when the service that checked its quiz agreed with no question, `quiz.unchecked` when none could check it.
       */
      practice_failures: z.optional(z.array(lessonFailure)),
      /** Of a lesson this run left out and another wrote later: where it stands in the course now, as `0_1`. */
      written_later: z.optional(z.string()),
      /** Of a completed course: the live run that writes this lesson, which this run left out, or its missing practice. It is gone when that has ended. */
      being_written_in: z.optional(z.string()),
    }),
  ),
  result: z.optional(z.object({ course_id: z.string() })),
  /** GEN-07: points the finished run was awarded; absent when it was awarded none. */
  points_awarded: z.optional(z.int()),
});
export type StatusEnvelope = z.infer<typeof statusEnvelopeSchema>;
