import * as z from 'zod/mini';
import { TRANSLATION_RATES } from '#contract/billing/catalogue.ts';
import { courseSchema } from '#contract/courses/courses.contract.ts';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

/** Returns the cost of translating lessons, in hundredths of a token. */
export const translationCost = (lessons: number): number => TRANSLATION_RATES.lesson * lessons;

const language = z.enum(FORM_OPTIONS.language_preference);
const ofCourse = z.object({ course_id: z.string() });
const inLanguage = z.object({ course_id: z.string(), language });
const ORDER_ERRORS = [
  'refund.under_way',
  'not_found',
  'validation.failed',
  'translation.not_configured',
  'tokens.insufficient',
  'spend.user_cap',
  'spend.install_cap',
  'queue.full',
] as const;

/** The translation of a name or term of a course. */
const nameSchema = z.object({
  source: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  target: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
});
export type TranslatedName = z.infer<typeof nameSchema>;

/**
 * A lesson that is shown in the course's own language. `number` counts through the course from 1.
 */
const namedLessonSchema = z.object({ lesson_id: z.string(), number: z.int(), title: z.string() });

/**
 * `stale`: translated before the original was changed; `missing`: not translated, or not faithfully. Only translations that become ready
 * are charged.
 */
const stateSchema = z.object({
  language,
  ready: z.int(),
  stale: z.int(),
  missing: z.int(),
  /** Lessons of `missing` whose translation was attempted without success, and not charged. */
  unfaithful: z.array(namedLessonSchema),
  /** The stale and missing lessons, each of which can be ordered by itself. */
  open: z.array(namedLessonSchema),
  /** Number of `ready` translations judged by the service that made them, because no other was connected. */
  self_judged: z.int(),
  /** The current title or another text outside the lessons is not translated yet. Translating it is free. */
  is_frame_stale: z.boolean(),
  /** Cost of stale and missing lessons, in hundredths of a token. */
  cost: z.int(),
  /** The run that is translating the course now. */
  task_id: z.nullable(z.string()),
  /** Lessons that were ordered by themselves and are being translated. */
  lesson_tasks: z.array(z.object({ lesson_id: z.string(), task_id: z.string() })),
  progress: z.int(),
});
export type CourseTranslation = z.infer<typeof stateSchema>;

export const courseTranslations = defineEndpoint({
  name: 'courseTranslations',
  method: 'GET',
  path: '/api/course-translations/:course_id',
  summary: 'The languages of one of the caller’s courses, and the cost of completing each.',
  auth: 'user',
  scopes: ['courses:read'],
  params: ofCourse,
  responses: { 200: z.object({ source_language: z.string(), translations: z.array(stateSchema) }) },
  errors: ['not_found'],
  limit: 'poll',
});

export const translateCourse = defineEndpoint({
  name: 'translateCourse',
  method: 'POST',
  path: '/api/course-translations/:course_id/in/:language',
  summary:
    'Translate the parts of a course that are not translated yet or were changed since. Repeating the call returns the same run; `task_id` is null if nothing needs translating.',
  auth: 'user',
  offline: 'network',
  scopes: ['generate'],
  headers: ['Idempotency-Key'],
  params: inLanguage,
  responses: { 202: z.object({ task_id: z.nullable(z.string()) }) },
  errors: [...ORDER_ERRORS],
  limit: 'generate',
});

export const translateLesson = defineEndpoint({
  name: 'translateLesson',
  method: 'POST',
  path: '/api/course-translations/:course_id/in/:language/lessons/:lesson_id',
  summary:
    'Translate one lesson of a course. Repeating the call returns the same run, also that of the whole course; `task_id` is null if the lesson is translated.',
  auth: 'user',
  offline: 'network',
  scopes: ['generate'],
  headers: ['Idempotency-Key'],
  params: z.object({ course_id: z.string(), language, lesson_id: z.string() }),
  responses: { 202: z.object({ task_id: z.nullable(z.string()) }) },
  errors: [...ORDER_ERRORS],
  limit: 'generate',
});

export const readTranslatedCourse = defineEndpoint({
  name: 'readTranslatedCourse',
  method: 'GET',
  path: '/api/course-translations/:course_id/in/:language',
  summary: 'A course in another language, with the same ids, places and progress. Untranslated parts stay in the original language.',
  auth: 'user',
  scopes: ['courses:read'],
  params: inLanguage,
  responses: { 200: z.object({ course: courseSchema, untranslated: z.array(z.string()), names: z.array(nameSchema) }) },
  errors: ['not_found', 'validation.failed'],
});

export const editTranslationNames = defineEndpoint({
  name: 'editTranslationNames',
  method: 'PUT',
  path: '/api/course-translations/:course_id/in/:language/names',
  summary: 'Set the translation of names and terms. Existing translations change at once.',
  auth: 'user',
  offline: 'network',
  scopes: ['courses:write'],
  readBy: 'sender',
  params: inLanguage,
  body: z.object({ names: z.array(nameSchema).check(z.maxLength(60)) }),
  example: { names: [{ source: 'Hive', target: 'Stock' }] },
  responses: { 200: z.object({ names: z.array(nameSchema) }) },
  errors: ['not_found', 'validation.failed'],
});
