import * as z from 'zod/mini';
import { identifier } from '#contract/platform/bounded.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { visibleText } from '#contract/platform/visible-name.ts';
import { MARKET_TEXT_LENGTH, outlineModule } from './market.contract.ts';

const ofCourse = z.object({ course_id: z.string() });

const checklistItem = z.object({
  item: z.enum([
    'content',
    'whole',
    'reviewed',
    'no_notes',
    'related',
    'title',
    'description',
    'category',
    'outcomes',
    'price',
    'age_group',
    'rights',
  ]),
  is_done: z.boolean(),
  /** Required before publishing; other items are advice. */
  is_required: z.boolean(),
});
export type ChecklistItem = z.infer<typeof checklistItem>;

const publication = z.object({
  status: z.enum(['draft', 'published', 'archived']),
  /** The course whose text is sold; null if none is chosen. */
  content: z.nullable(z.object({ course_id: z.string(), title: z.string(), version: z.int(), lesson_count: z.int() })),
  published_version: z.nullable(z.int()),
  published_at: z.nullable(z.string()),
  /** The text has changed since it was published. */
  has_changes: z.boolean(),
  preview_lessons: z.array(z.string()),
  /** New students' certificates require a passed final test. */
  has_final_test: z.boolean(),
  /** Its lessons have enough questions for a test. */
  may_test: z.boolean(),
  modules: z.array(outlineModule),
  taken_down_reason: z.nullable(z.string()),
  checklist: z.array(checklistItem),
});
export type Publication = z.infer<typeof publication>;

export const getPublication = defineEndpoint({
  name: 'getPublication',
  method: 'GET',
  path: '/api/creator/courses/:course_id/publication',
  summary: 'The state of one of the caller’s courses in the market, and the requirements it still lacks.',
  auth: 'user',
  scopes: ['studio'],
  params: ofCourse,
  responses: { 200: z.object({ publication }) },
  errors: ['not_found'],
});

export const chooseContent = defineEndpoint({
  name: 'chooseContent',
  method: 'PUT',
  path: '/api/creator/courses/:course_id/content',
  summary: 'Choose the course to sell, and the lessons that everyone can read.',
  auth: 'user',
  offline: 'never',
  scopes: ['studio'],
  readBy: 'market',
  params: ofCourse,
  body: z.object({
    content_id: identifier,
    preview_lessons: z.optional(z.array(identifier).check(z.maxLength(20))),
    /** Default for a newly chosen course: the choice on its course form. */
    has_final_test: z.optional(z.boolean()),
    /** Required when the title and tags share no word with the chosen course: `isAboutTheSame`. */
    is_confirmed: z.optional(z.boolean()),
  }),
  example: { content_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a13' },
  responses: { 200: z.object({ publication }) },
  errors: ['validation.failed', 'not_found', 'market.not_yours', 'market.unrelated'],
});

export const publishCourse = defineEndpoint({
  name: 'publishCourse',
  method: 'POST',
  path: '/api/creator/courses/:course_id/publish',
  summary: 'Publish a course, or the changes made since.',
  auth: 'user',
  offline: 'never',
  scopes: ['studio'],
  age: 'chat_with_strangers',
  params: ofCourse,
  body: z.object({ has_rights: z.boolean() }),
  example: { has_rights: true },
  responses: { 200: z.object({ publication }) },
  errors: ['validation.failed', 'not_found', 'market.not_ready', 'market.taken_down', 'course.too_large'],
});

export const withdrawCourse = defineEndpoint({
  name: 'withdrawCourse',
  method: 'POST',
  path: '/api/creator/courses/:course_id/withdraw',
  summary: 'Take a course out of the market, or archive it. Its learners keep it.',
  auth: 'user',
  offline: 'never',
  scopes: ['studio'],
  readBy: 'no_text',
  params: ofCourse,
  body: z.object({ to: z.enum(['draft', 'archived']) }),
  example: { to: 'draft' },
  responses: { 200: z.object({ publication }) },
  errors: ['not_found'],
});

export const answerRating = defineEndpoint({
  name: 'answerRating',
  method: 'PUT',
  path: '/api/creator/courses/:course_id/ratings/:rating_id/answer',
  summary: "Answer a rating of one of the caller's courses.",
  auth: 'user',
  offline: 'never',
  personOnly: 'own_word',
  age: 'chat_with_strangers',
  params: z.object({ course_id: z.string(), rating_id: z.string() }),
  body: z.object({ answer: visibleText(MARKET_TEXT_LENGTH) }),
  example: { answer: 'Thank you' },
  responses: { 200: z.object({ message: z.string() }) },
  errors: ['validation.failed', 'not_found', 'chat.refused', 'safety.suspended'],
});
