import * as z from 'zod/mini';
import type { Service } from '#contract/platform/ai-services.ts';
import { runEnvelopeSchema, SERVICES, WORK_STATES } from '#contract/platform/status.contract.ts';

/**
 * Stages of a run. `outline`: in parallel with the research; `research`: the outline is done and only the research is missing; `approval`:
 * the learner wants to check the outline first, and can do so now.
 */
export const COURSE_STAGES = ['outline', 'research', 'approval', 'lessons', 'practice', 'review', 'assemble'] as const;
/** Including the stages that every run has. */
export const RUN_STAGES = ['queued', ...COURSE_STAGES, 'done'] as const;
export type RunStage = (typeof RUN_STAGES)[number];

/** The parts that a readable lesson still waits for, in this order; `text`: its text is streaming in. */
export const LESSON_AWAITS = ['text', 'practice', 'review', 'correction', 'quiz_check'] as const;
export type LessonAwaits = (typeof LESSON_AWAITS)[number];

/** Kinds of work a service does in a run, in order. */
export const WORK_PARTS = ['outline', 'research', 'lesson', 'practice', 'review', 'correction'] as const;
export type WorkPart = (typeof WORK_PARTS)[number];

const workPart = z.enum(WORK_PARTS);
const serviceWorkSchema = z.object({
  /** Its calls in progress; those for outline and research have no lesson. */
  now: z.array(z.object({ part: workPart, lesson_id: z.nullable(z.string()) })),
  /** Number of results per kind of work; kinds without any are omitted. */
  done: z.array(z.object({ part: workPart, count: z.int() })),
});
export type ServiceWork = z.infer<typeof serviceWorkSchema>;

const workState = z.enum(WORK_STATES);

/** The services that a status names by the specification (GEN-03). Further ones are additional: their fields are optional. */
const SPECIFIED = ['grok', 'claude', 'gemini', 'openai'] as const satisfies readonly Service[];
type Specified = (typeof SPECIFIED)[number];
const isFurther = (service: Service): service is Exclude<Service, Specified> => !SPECIFIED.some((known) => known === service);

const fieldsOf = <Name extends Service, Schema>(names: readonly Name[], schema: Schema) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>;
/** Present for some services only. */
const ofSome = <Schema extends z.core.SomeType>(schema: Schema) => z.object(fieldsOf(SERVICES, z.optional(schema)));

const lessonFailure = z.object({ service: z.nullable(z.enum(SERVICES)), code: z.string() });

/** The status envelope of a run that writes a course, or single lessons of one: the fields of every run, and the details of these two kinds. */
export const statusEnvelopeSchema = z.extend(z.omit(runEnvelopeSchema, { subject: true }), {
  /** `lesson`: a run that rewrites single lessons of a course, as a proposal. */
  kind: z.enum(['course', 'lesson']),
  /** Always one of the milestones 0/10/25/50/75/85/95/100. */
  progress: z.int(),
  stage: z.enum(RUN_STAGES),
  topic: z.string(),
  /** The requested language, as the form names it: `spanish`. */
  language: z.string(),
  services: z.object({ ...fieldsOf(SPECIFIED, workState), ...fieldsOf(SERVICES.filter(isFurther), z.optional(workState)) }),
  /** Last error code of each service that failed, e.g. `vendors.broken_output`; absent when none failed. */
  service_failures: z.optional(ofSome(z.string())),
  /** For a live run: seconds until each paused service is retried; absent when none is paused. */
  service_retry_s: z.optional(ofSome(z.int())),
  /** The current and finished work of each service; services with neither are omitted. Absent when all are. */
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
      /** For a readable lesson of a live run: the parts it still waits for; absent when it is final. */
      awaits: z.optional(z.enum(LESSON_AWAITS)),
      service: z.nullable(z.enum(SERVICES)),
      /** For a failed lesson: the last error of each service that was asked. `service` null: the cause is ours, e.g. `spend.user_cap`. */
      failures: z.optional(z.array(lessonFailure)),
      /**
       * For a written lesson whose quiz and exercises are missing: the errors as above; `run.cancelled` when the run was stopped first,
       * `quiz.dropped` when the checking service agreed with no question, `quiz.unchecked` when none could check it.
       */
      practice_failures: z.optional(z.array(lessonFailure)),
      /** For a lesson that another run wrote later: its current place in the course, as `0_1`. */
      written_later: z.optional(z.string()),
      /**
       * For a completed course: the live run that writes this lesson, which this run left out, or its missing practice. Absent once that
       * run has ended.
       */
      being_written_in: z.optional(z.string()),
    }),
  ),
  result: z.optional(z.object({ course_id: z.string() })),
  /** The course of the studio it was asked for; absent when it was asked for elsewhere. */
  creator_course_id: z.optional(z.string()),
  /**
   * The cost of the course's pictures, clip and simulation besides `tokens`, in hundredths of a token: `reserved` while they are being made,
   * `charged` once they have ended. Absent when they cost nothing.
   */
  part_tokens: z.optional(z.object({ reserved: z.int(), charged: z.int() })),
  /** GEN-07: points awarded for the finished run; absent when none. */
  points_awarded: z.optional(z.int()),
});
export type StatusEnvelope = z.infer<typeof statusEnvelopeSchema>;
