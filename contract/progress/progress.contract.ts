import * as z from 'zod/mini';
import { identifier } from '#contract/platform/bounded.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

/** LRN-07. `lesson_id` is the stable id, or the specified index form `0_1` resolved against the live version (G34). */
export const completeLesson = defineEndpoint({
  name: 'completeLesson',
  method: 'POST',
  path: '/api/lesson-complete',
  summary: 'Mark a lesson completed. Points are awarded once.',
  auth: 'user',
  offline: 'queued',
  scopes: ['learn'],
  readBy: 'no_text',
  body: z.object({ user_id: z.optional(identifier), course_id: identifier, lesson_id: identifier }),
  example: { course_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a1d', lesson_id: '0_0' },
  responses: { 200: z.object({ points_awarded: z.int(), total_points: z.int(), course_completed: z.boolean(), progress: z.int() }) },
  errors: ['refund.under_way', 'validation.failed', 'not_found'],
});

const ofLesson = z.object({ course_id: z.string(), lesson_id: z.string() });
/** G35. Setting a bookmark twice, or removing an absent one, changes nothing. */
export const bookmarkLesson = defineEndpoint({
  name: 'bookmarkLesson',
  method: 'POST',
  path: '/api/courses/:course_id/lessons/:lesson_id/bookmark',
  summary: 'Bookmark a lesson.',
  auth: 'user',
  offline: 'queued',
  scopes: ['learn'],
  params: ofLesson,
  responses: { 200: z.object({ bookmarked: z.boolean() }) },
  errors: ['not_found'],
});
export const removeLessonBookmark = defineEndpoint({
  name: 'removeLessonBookmark',
  method: 'DELETE',
  path: '/api/courses/:course_id/lessons/:lesson_id/bookmark',
  summary: 'Remove a bookmark from a lesson.',
  auth: 'user',
  offline: 'queued',
  scopes: ['learn'],
  params: ofLesson,
  responses: { 200: z.object({ bookmarked: z.boolean() }) },
  errors: ['not_found'],
});
