import * as z from 'zod/mini';
import { identifier, recordOf } from '#contract/platform/bounded.ts';
import { whole, wholeText } from '#contract/platform/numbers.ts';
import { editedQuizSchema } from './quiz.contract.ts';
import { editedWorkshopSchema } from './edited-workshop.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { statusEnvelopeSchema } from '#contract/generation/course-status.contract.ts';
import { visibleName } from '#contract/platform/visible-name.ts';
import { VISIBLE } from '#contract/platform/visible-text.ts';
import { LESSON_CHARACTERS } from './lesson-limits.ts';
import { courseSchema, lessonSchema } from '#contract/courses/courses.contract.ts';

const ofCourse = z.object({ course_id: z.string() });
const ofLesson = z.object({ course_id: z.string(), lesson_id: z.string() });
/** The learner's wishes for the change; if empty, the lesson is simply rewritten. It is treated as data, like all learner text. */
const instruction = z.object({ instruction: z._default(z.string().check(z.trim(), z.maxLength(1000)), '') });

const REWRITE_ERRORS = [
  'not_found',
  'validation.failed',
  'course.lesson_pinned',
  'course.lesson_rewriting',
  'idempotency.body_mismatch',
  'tokens.insufficient',
  'spend.user_cap',
  'spend.install_cap',
  'queue.full',
] as const;

/**
 * Starts a run of kind `lesson`; the live lesson stays until the proposal is accepted. A lesson has at most one live run: the same request
 * returns it, a different one is rejected until it has ended. Repeating the `Idempotency-Key` returns the same run, even after it has
 * ended.
 */
export const regenerateLesson = defineEndpoint({
  name: 'regenerateLesson',
  method: 'POST',
  path: '/api/courses/:course_id/lessons/:lesson_id/regenerate',
  summary: 'Propose a new text for one lesson. Only this lesson is written.',
  auth: 'user',
  offline: 'network',
  scopes: ['generate'],
  readBy: 'sender',
  headers: ['Idempotency-Key'],
  params: ofLesson,
  body: instruction,
  example: {},
  responses: { 202: statusEnvelopeSchema },
  errors: [...REWRITE_ERRORS],
  limit: 'generate',
});

/** Pinned lessons of the module are skipped; a module with only pinned lessons is rejected. An `Idempotency-Key` works as for one lesson. */
export const regenerateModule = defineEndpoint({
  name: 'regenerateModule',
  method: 'POST',
  path: '/api/courses/:course_id/modules/:module/regenerate',
  summary: 'Propose new texts for the lessons of one module (0-based).',
  auth: 'user',
  offline: 'network',
  scopes: ['generate'],
  readBy: 'sender',
  headers: ['Idempotency-Key'],
  params: z.object({ course_id: z.string(), module: wholeText(0) }),
  body: instruction,
  example: {},
  responses: { 202: statusEnvelopeSchema },
  errors: [...REWRITE_ERRORS],
  limit: 'generate',
});

export const proposalSchema = z.object({
  task_id: z.string(),
  instruction: z.string(),
  created_at: z.string(),
  status: z.enum(['writing', 'ready', 'failed']),
  /** The requested lessons, including those not written yet. */
  lesson_ids: z.array(z.string()),
  /** Only the practice of these lessons is written; it is added to the course automatically. */
  only_practice: z.optional(z.literal(true)),
  /** A second service checks these lessons, or an editor has read the course; `lessons` contains the texts corrected for what they found, to compare. */
  only_review: z.optional(z.literal(true)),
  /** Finished texts, to compare with the live texts. */
  lessons: z.array(lessonSchema),
  /** The findings in the live texts, by lesson; only with `only_review`. */
  findings: z.optional(z.array(z.object({ lesson_id: z.string(), findings: z.array(z.string()) }))),
  error: z.optional(z.object({ code: z.string(), detail: z.string() })),
});
export const listProposals = defineEndpoint({
  name: 'listProposals',
  method: 'GET',
  path: '/api/courses/:course_id/proposals',
  summary: 'Proposed lessons that were neither accepted nor discarded, newest first.',
  auth: 'user',
  scopes: ['courses:read'],
  params: ofCourse,
  responses: { 200: z.object({ proposals: z.array(proposalSchema) }) },
  errors: ['not_found'],
});
/** Maximum number of lessons of a proposal; more than any course has. */
const MOST_LESSONS = 500;
const ofProposal = z.object({ course_id: z.string(), task_id: z.string() });
const versionAnswer = z.object({ version: z.int(), course: courseSchema });
/**
 * Lessons that are not accepted stay open. Accepting twice has no further effect. A lesson that was pinned meanwhile is rejected if named,
 * otherwise skipped. `base_prints` says which texts the proposal was compared with: by lesson id the print (`lesson-print.ts`) of the live
 * text, without an entry for a lesson the course did not have. If a lesson has changed since, the call is rejected and nothing is accepted.
 * Without `base_prints` nothing is compared.
 */
export const acceptProposal = defineEndpoint({
  name: 'acceptProposal',
  method: 'POST',
  path: '/api/courses/:course_id/proposals/:task_id/accept',
  summary: 'Make proposed lessons live in a new version. Everything else in the course stays unchanged.',
  auth: 'user',
  offline: 'network',
  scopes: ['courses:write'],
  readBy: 'sender',
  params: ofProposal,
  body: z.object({
    lesson_ids: z.optional(z.array(identifier).check(z.minLength(1), z.maxLength(MOST_LESSONS))),
    base_prints: z.optional(recordOf(z.string().check(z.maxLength(20)), MOST_LESSONS)),
  }),
  example: {},
  responses: { 200: versionAnswer },
  errors: [
    'course.enrolled_copy',
    'course.too_large',
    'not_found',
    'validation.failed',
    'run.not_waiting',
    'course.lesson_pinned',
    'course.version_conflict',
  ],
});
export const discardProposal = defineEndpoint({
  name: 'discardProposal',
  method: 'POST',
  path: '/api/courses/:course_id/proposals/:task_id/discard',
  summary: 'Discard a proposal. The course does not change.',
  auth: 'user',
  offline: 'network',
  scopes: ['courses:write'],
  params: ofProposal,
  responses: { 200: z.object({ discarded: z.boolean() }) },
  errors: ['not_found'],
});

/**
 * Saves an edit. Saves of one editing session (`edit_session`, generated by the client when the editor opens) make one version, so autosave
 * does not fill the history. `base_version` is the version the editor opened, or the one its last save returned; `base_print` is the
 * lesson's print (`lesson-print.ts`) in it, because another session may overwrite its own version.
 */
export const editLesson = defineEndpoint({
  name: 'editLesson',
  method: 'PATCH',
  path: '/api/courses/:course_id/lessons/:lesson_id',
  summary: 'Edit a lesson by hand.',
  auth: 'user',
  offline: 'network',
  scopes: ['courses:write'],
  readBy: 'sender',
  params: ofLesson,
  body: z.object({
    base_version: whole(0),
    base_print: z.optional(z.string().check(z.maxLength(20))),
    edit_session: z.uuid(),
    title: z.optional(visibleName(160)),
    content: z.optional(z.string().check(z.minLength(1, { abort: true }), z.maxLength(LESSON_CHARACTERS), z.regex(VISIBLE))),
    objectives: z.optional(z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(500))).check(z.maxLength(12))),
    key_takeaways: z.optional(z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(500))).check(z.maxLength(12))),
    quiz: z.optional(editedQuizSchema),
    /** null removes it. */
    workshop: z.optional(z.nullable(editedWorkshopSchema)),
  }),
  example: { base_version: 1, edit_session: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a11', content: 'Changed' },
  responses: { 200: z.object({ version: z.int(), lesson: lessonSchema }) },
  errors: [
    'course.enrolled_copy',
    'not_found',
    'validation.failed',
    'course.version_conflict',
    'course.too_large',
    'lesson.too_long',
    'lesson.too_complex',
    'limits.superseded',
  ],
});

export const pinLesson = defineEndpoint({
  name: 'pinLesson',
  method: 'PUT',
  path: '/api/courses/:course_id/lessons/:lesson_id/pin',
  summary: 'Pin a lesson, or unpin it: a pinned lesson is never rewritten by a service.',
  auth: 'user',
  offline: 'network',
  scopes: ['courses:write'],
  readBy: 'no_text',
  params: ofLesson,
  body: z.object({ pinned: z.boolean() }),
  example: { pinned: true },
  responses: { 200: z.object({ pinned: z.boolean() }) },
  errors: ['not_found', 'validation.failed'],
});

export const VERSION_KINDS = ['generated', 'regenerated', 'edited', 'restored', 'completed', 'corrected', 'enrolled', 'updated'] as const;
export const versionSchema = z.object({
  number: z.int(),
  kind: z.enum(VERSION_KINDS),
  created_at: z.string(),
  current: z.boolean(),
  /** The reason given for the operators' batch that created the version; null for others. */
  operator_reason: z.nullable(z.string()),
  changed_lessons: z.array(z.object({ lesson_id: z.string(), title: z.string() })),
});
/** Lists the last 20 versions, which can be read and restored. */
export const listVersions = defineEndpoint({
  name: 'listVersions',
  method: 'GET',
  path: '/api/courses/:course_id/versions',
  summary: 'The last 20 versions of a course, newest first.',
  auth: 'user',
  scopes: ['courses:read'],
  params: ofCourse,
  responses: { 200: z.object({ versions: z.array(versionSchema) }) },
  errors: ['not_found'],
});
const ofVersion = z.object({ course_id: z.string(), number: wholeText(1) });
export const getVersion = defineEndpoint({
  name: 'getVersion',
  method: 'GET',
  path: '/api/courses/:course_id/versions/:number',
  summary: 'A version of a course.',
  auth: 'user',
  scopes: ['courses:read'],
  params: ofVersion,
  responses: { 200: versionAnswer },
  errors: ['not_found'],
});
export const restoreVersion = defineEndpoint({
  name: 'restoreVersion',
  method: 'POST',
  path: '/api/courses/:course_id/versions/:number/restore',
  summary: 'Restore an earlier version, or one of its lessons, as the newest version. Later versions are kept.',
  auth: 'user',
  offline: 'network',
  scopes: ['courses:write'],
  readBy: 'no_text',
  params: ofVersion,
  body: z.object({ lesson_id: z.optional(identifier) }),
  example: {},
  responses: { 200: versionAnswer },
  errors: ['course.enrolled_copy', 'course.too_large', 'not_found', 'validation.failed'],
});
