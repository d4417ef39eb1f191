import * as z from 'zod/mini';
import { identifier } from '#contract/platform/bounded.ts';
import { whole, wholeText } from '#contract/platform/numbers.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { finalTaskSchema, threadSchema } from '#contract/courses/course-plan.contract.ts';
import { courseFormSchema } from '#contract/generation/course-form.contract.ts';
import { RUN_STAGES, statusEnvelopeSchema } from '#contract/generation/course-status.contract.ts';
import { listedRunSchema, logPageSchema, pageOfRuns, RETRY_OBSTACLES } from '#contract/platform/runs.contract.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { visibleName } from '#contract/platform/visible-name.ts';

const oneRun = z.object({ task_id: z.string() });
const flag = z._default(z.stringbool().check(z.meta({ examples: ['true'] })), false);

/** Stops a run within two seconds: running vendor calls are aborted, and none starts afterwards. Stopping a stopped run changes nothing. */
export const cancelRun = defineEndpoint({
  name: 'cancelRun',
  method: 'DELETE',
  path: '/api/generate-course/:task_id',
  summary: 'Stop a run. With `keep=true` the finished lessons become a course; without any it is simply cancelled.',
  auth: 'user',
  offline: 'network',
  scopes: ['generate'],
  params: oneRun,
  query: z.object({ keep: flag }),
  responses: { 200: statusEnvelopeSchema },
  errors: ['not_found', 'run.ended'],
});

/**
 * While the run is live, writes its failed lesson, or the missing practice of a written lesson, again. A run that failed after its outline
 * resumes with this lesson. A lesson missing from a completed course is written in a new run (kind `lesson`). Repeating the
 * `Idempotency-Key` returns the same run and does nothing, even if the lesson has failed again meanwhile.
 */
export const retryLesson = defineEndpoint({
  name: 'retryLesson',
  method: 'POST',
  path: '/api/generate-course/:task_id/lessons/:lesson_id/retry',
  summary: 'Retry only one failed lesson.',
  auth: 'user',
  offline: 'network',
  scopes: ['generate'],
  headers: ['Idempotency-Key'],
  params: z.object({ task_id: z.string(), lesson_id: z.string() }),
  responses: { 202: statusEnvelopeSchema },
  errors: [
    'not_found',
    'run.lesson_not_failed',
    'run.ended',
    ...RETRY_OBSTACLES,
    'idempotency.body_mismatch',
    'tokens.insufficient',
    'spend.user_cap',
    'spend.install_cap',
    'queue.full',
  ],
  limit: 'generate',
});

/** Repeating the call while the run is live changes nothing; with the same `Idempotency-Key` this also holds after the run has ended. */
export const retryRun = defineEndpoint({
  name: 'retryRun',
  method: 'POST',
  path: '/api/generate-course/:task_id/retry',
  summary: 'Retry a failed run: only the failed parts are repeated; finished parts are neither rewritten nor charged again.',
  auth: 'user',
  offline: 'network',
  scopes: ['generate'],
  headers: ['Idempotency-Key'],
  params: oneRun,
  responses: { 202: statusEnvelopeSchema },
  errors: [
    'not_found',
    ...RETRY_OBSTACLES,
    'idempotency.body_mismatch',
    'tokens.insufficient',
    'spend.user_cap',
    'spend.install_cap',
    'queue.full',
  ],
  limit: 'generate',
});

export const OUTLINE_LIMITS = { modules_min: 1, modules_max: 20, lessons_min: 1, lessons_max: 80, title: 160 } as const;
const title = visibleName(OUTLINE_LIMITS.title);

/**
 * The outline as the learner approves it, with modules and lessons in this order. A lesson with an `id` of the draft keeps its summary and
 * objectives, even when it is renamed or moved; a lesson without an `id` is new. Omitted lessons are not written. `thread` and
 * `final_task` replace those of the draft, null removes them, and they stay where the field is left out.
 */
export const approvedOutlineSchema = z.object({
  title,
  modules: z
    .array(z.object({ title, lessons: z.array(z.object({ id: z.optional(identifier), title })).check(z.minLength(1), z.maxLength(40)) }))
    .check(z.minLength(OUTLINE_LIMITS.modules_min), z.maxLength(OUTLINE_LIMITS.modules_max)),
  thread: z.optional(z.nullable(threadSchema)),
  final_task: z.optional(z.nullable(finalTaskSchema)),
});
export type ApprovedOutline = z.infer<typeof approvedOutlineSchema>;

/**
 * Only while the run's stage is `approval`. Approving the same outline again changes nothing. With `base_version`, the version of the saved
 * draft (`outline-draft`) on which it is based, the outline is refused if another device has saved a draft since.
 */
export const approveOutline = defineEndpoint({
  name: 'approveOutline',
  method: 'POST',
  path: '/api/generate-course/:task_id/approve',
  summary: 'Approve the outline, edited or unchanged: the lessons follow exactly this structure.',
  auth: 'user',
  offline: 'network',
  scopes: ['generate'],
  readBy: 'sender',
  params: oneRun,
  body: z.extend(approvedOutlineSchema, { base_version: z.optional(whole(0)) }),
  example: { title: 'Bees', modules: [{ title: 'Spring', lessons: [{ title: 'The hive' }] }] },
  responses: { 200: statusEnvelopeSchema },
  errors: ['not_found', 'validation.failed', 'run.not_waiting', 'course.version_conflict'],
});

export const runSummarySchema = z.extend(z.omit(listedRunSchema, { subject: true }), {
  kind: z.enum(['course', 'lesson']),
  stage: z.enum(RUN_STAGES),
  topic: z.string(),
  /** The requested language, as the form names it: `spanish`. */
  language: z.string(),
  /**
   * Existing lessons, including lessons that other runs have written for the course since; for a practice-only run, lessons that have
   * practice.
   */
  lessons_ready: z.int(),
  lessons_total: z.int(),
  result: z.optional(z.object({ course_id: z.string() })),
  /** The studio course for which it was requested; absent when it was requested elsewhere. */
  creator_course_id: z.optional(z.string()),
});
export type RunSummary = z.infer<typeof runSummarySchema>;

export const listRuns = defineEndpoint({
  name: 'listRuns',
  method: 'GET',
  path: '/api/generate-course/runs',
  summary:
    "The caller's runs that write courses and lessons, newest first; `live=true` only those that have not ended, `creator_course_id` only those that " +
    'write the lessons of one course of the studio.',
  auth: 'user',
  scopes: ['courses:read'],
  query: z.extend(pageOfRuns, { creator_course_id: z.optional(identifier) }),
  responses: { 200: z.object({ runs: z.array(runSummarySchema), next: z.nullable(z.string()) }) },
  errors: ['validation.failed'],
  limit: 'poll',
});

/** Only for a course's run: runs of single lessons have no form. */
export const runForm = defineEndpoint({
  name: 'runForm',
  method: 'GET',
  path: '/api/generate-course/:task_id/form',
  summary: 'The form with which a course was requested, so that it can be requested again on any device.',
  auth: 'user',
  scopes: ['courses:read'],
  params: oneRun,
  responses: { 200: z.object({ form: z.omit(courseFormSchema, { user_id: true }) }) },
  errors: ['not_found'],
});

export const runLog = defineEndpoint({
  name: 'runLog',
  method: 'GET',
  path: '/api/generate-course/:task_id/log',
  summary: 'The log of a run from its first line, oldest first. The status envelope carries its newest lines only.',
  auth: 'user',
  scopes: ['courses:read'],
  params: oneRun,
  query: z.object({ skip: z._default(wholeText(0, 1_000_000), 0) }),
  responses: { 200: logPageSchema },
  errors: ['not_found', 'validation.failed'],
});

/** Money paid to vendors in micro-dollars; null when a model's price is unknown: unknown is not zero. */
const usageLine = z.object({
  calls: z.int(),
  failed_calls: z.int(),
  input_tokens: z.int(),
  cached_tokens: z.int(),
  output_tokens: z.int(),
  cost_micro_usd: z.nullable(z.int()),
  /** Cost of calls that contributed nothing: they failed, were aborted, or their answer was discarded. */
  wasted_micro_usd: z.nullable(z.int()),
  /** Calls of unknown cost, and the known cost and waste of all others: a lower bound where the sum is null. */
  unpriced_calls: z.int(),
  known_cost_micro_usd: z.int(),
  known_wasted_micro_usd: z.int(),
});

/** `discarded`: its answer was not used. `aborted`: it was cut off, or its worker crashed. */
export const ATTEMPT_OUTCOMES = ['ok', 'discarded', 'rate_limited', 'unavailable', 'timed_out', 'refused', 'broken', 'aborted'] as const;
/** Maximum number of attempts listed per lesson, newest first. */
export const ATTEMPTS_LISTED = 20;

/** One call for a lesson. Tokens and cost are null when unknown. */
const usageAttempt = z.object({
  stage: z.string(),
  /** Counted from 1 within the stage. */
  attempt: z.int(),
  service: z.enum(SERVICES),
  model: z.string(),
  input_tokens: z.nullable(z.int()),
  output_tokens: z.nullable(z.int()),
  cost_micro_usd: z.nullable(z.int()),
  outcome: z.enum(ATTEMPT_OUTCOMES),
});
export const runUsage = defineEndpoint({
  name: 'runUsage',
  method: 'GET',
  path: '/api/generate-course/:task_id/usage',
  summary: 'The vendor usage of a run: by service, stage, lesson and attempt.',
  auth: 'user',
  scopes: ['courses:read'],
  params: oneRun,
  responses: {
    200: z.object({
      total: usageLine,
      by_service: z.array(z.extend(usageLine, { service: z.enum(SERVICES), model: z.string() })),
      by_stage: z.array(z.extend(usageLine, { stage: z.string() })),
      by_lesson: z.array(
        z.extend(usageLine, { lesson_id: z.string(), title: z.string(), attempts: z.int(), attempt_list: z.array(usageAttempt) }),
      ),
    }),
  },
  errors: ['not_found'],
});
