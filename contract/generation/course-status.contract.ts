import * as z from 'zod/mini';
import { finalTaskSchema, threadSchema } from '#contract/courses/course-plan.contract.ts';
import type { Service } from '#contract/platform/ai-services.ts';
import { runEnvelopeSchema, SERVICES, WORK_STATES } from '#contract/platform/status.contract.ts';

/**
 * Stages of a run. `outline`: in parallel with the research; `research`: the outline is finished and only the research is missing;
 * `approval`: the outline waits for the learner's approval.
 */
export const COURSE_STAGES = ['outline', 'research', 'approval', 'lessons', 'practice', 'review', 'assemble'] as const;
/** Includes the stages that every run has. */
export const RUN_STAGES = ['queued', ...COURSE_STAGES, 'done'] as const;
export type RunStage = (typeof RUN_STAGES)[number];

/** The parts still missing from a readable lesson, in this order; `text`: its text is still streaming. */
export const LESSON_AWAITS = ['text', 'practice', 'review', 'correction', 'quiz_check'] as const;
export type LessonAwaits = (typeof LESSON_AWAITS)[number];

/** Kinds of work that a service does in a run, in order. */
export const WORK_PARTS = ['outline', 'research', 'lesson', 'practice', 'review', 'correction'] as const;
export type WorkPart = (typeof WORK_PARTS)[number];

const workPart = z.enum(WORK_PARTS);
const serviceWorkSchema = z.object({
  /** The service's calls in progress; calls for outline and research have no lesson. */
  now: z.array(z.object({ part: workPart, lesson_id: z.nullable(z.string()) })),
  /** Number of results per kind of work; kinds without results are omitted. */
  done: z.array(z.object({ part: workPart, count: z.int() })),
});
export type ServiceWork = z.infer<typeof serviceWorkSchema>;

const workState = z.enum(WORK_STATES);

/** The services that a status names by the specification (GEN-03). The fields of all other services are optional. */
const SPECIFIED = ['grok', 'claude', 'gemini', 'openai'] as const satisfies readonly Service[];
type Specified = (typeof SPECIFIED)[number];
const isFurther = (service: Service): service is Exclude<Service, Specified> => !SPECIFIED.some((known) => known === service);

const fieldsOf = <Name extends Service, Schema>(names: readonly Name[], schema: Schema) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>;
/** An object in which some services may be missing. */
const ofSome = <Schema extends z.core.SomeType>(schema: Schema) => z.object(fieldsOf(SERVICES, z.optional(schema)));

const lessonFailure = z.object({ service: z.nullable(z.enum(SERVICES)), code: z.string() });

/**
 * The status envelope of a run that writes a course or rewrites single lessons: the fields of every run, and the details of these two
 * kinds.
 */
export const statusEnvelopeSchema = z.extend(z.omit(runEnvelopeSchema, { subject: true }), {
  /** `lesson`: a run for single lessons of an existing course. */
  kind: z.enum(['course', 'lesson']),
  /** Always one of the milestones 0/10/25/50/75/85/95/100. */
  progress: z.int(),
  stage: z.enum(RUN_STAGES),
  topic: z.string(),
  /** The requested language, as the form names it: `spanish`. */
  language: z.string(),
  services: z.object({ ...fieldsOf(SPECIFIED, workState), ...fieldsOf(SERVICES.filter(isFurther), z.optional(workState)) }),
  /** Code of the latest error of each service that failed, e.g. `vendors.broken_output`; absent when none failed. */
  service_failures: z.optional(ofSome(z.string())),
  /** For a live run: seconds until each paused service is retried; absent when none is paused. */
  service_retry_s: z.optional(ofSome(z.int())),
  /** Current and finished work by service; services without work are omitted. Absent when no service has any. */
  service_work: z.optional(ofSome(serviceWorkSchema)),
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
      /** For a readable lesson of a live run: the parts still missing; absent when the lesson is final. */
      awaits: z.optional(z.enum(LESSON_AWAITS)),
      service: z.nullable(z.enum(SERVICES)),
      /**
       * For a failed lesson: the last error of each service that was asked. `service` is null for our own errors, e.g. `spend.user_cap`.
       */
      failures: z.optional(z.array(lessonFailure)),
      /**
       * For a written lesson whose quiz and exercises are missing: the errors as above; `run.cancelled` when the run was stopped first,
       * `quiz.dropped` when the checking service agreed with no question, `quiz.unchecked` when no service could check it.
       */
      practice_failures: z.optional(z.array(lessonFailure)),
      /** For a lesson that a later run wrote: its current place in the course, as `0_1`. */
      written_later: z.optional(z.string()),
      /**
       * For a completed course: the live run that is writing this lesson or its practice, which this run left out. Absent once that run has
       * ended.
       */
      being_written_in: z.optional(z.string()),
    }),
  ),
  /** While the outline waits for its approval: what carries the course besides its lessons. */
  plan: z.optional(z.object({ description: z.string(), thread: z.nullable(threadSchema), final_task: z.nullable(finalTaskSchema) })),
  result: z.optional(z.object({ course_id: z.string() })),
  /** The studio course for which it was requested; absent when it was requested elsewhere. */
  creator_course_id: z.optional(z.string()),
  /**
   * The cost of the course's pictures, clip and simulation besides `tokens`, in hundredths of a token: `reserved` while they are being
   * made, `charged` once they are finished. Absent when they are free.
   */
  part_tokens: z.optional(z.object({ reserved: z.int(), charged: z.int() })),
  /** GEN-07: points awarded for the completed run; absent when none were. */
  points_awarded: z.optional(z.int()),
});
export type StatusEnvelope = z.infer<typeof statusEnvelopeSchema>;
