import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { statusEnvelopeSchema } from '#contract/generation/course-status.contract.ts';

const ofCourse = z.object({ course_id: z.string() });

export const missingLessonsSchema = z.object({
  /** Planned lessons that do not exist and are not being written, in order. */
  lesson_ids: z.array(z.string()),
  /** Maximum cost of writing all of them, in hundredths of a token; 0 if already paid. */
  cost: z.int(),
  /**
   * The stored version that has the most of the missing lessons, and their number, after an earlier version was restored; absent without
   * one.
   */
  in_version: z.optional(z.object({ number: z.int(), lessons: z.int() })),
});

export const getMissingLessons = defineEndpoint({
  name: 'getMissingLessons',
  method: 'GET',
  path: '/api/courses/:course_id/missing-lessons',
  summary: 'The missing lessons of a partial course, and the cost of writing them.',
  auth: 'user',
  scopes: ['courses:read'],
  params: ofCourse,
  responses: { 200: missingLessonsSchema },
  errors: ['not_found'],
});

/**
 * Starts one run of kind `lesson` for all missing lessons that are not being written; they are added to the course automatically. When all
 * are already being written, it returns the newest such run and charges nothing. Repeating the `Idempotency-Key` returns the same run.
 */
export const writeMissingLessons = defineEndpoint({
  name: 'writeMissingLessons',
  method: 'POST',
  path: '/api/courses/:course_id/missing-lessons',
  summary: 'Write all missing lessons of a partial course.',
  auth: 'user',
  offline: 'network',
  scopes: ['generate'],
  headers: ['Idempotency-Key'],
  params: ofCourse,
  responses: { 202: statusEnvelopeSchema },
  errors: [
    'course.enrolled_copy',
    'not_found',
    'run.lesson_not_failed',
    'idempotency.body_mismatch',
    'tokens.insufficient',
    'spend.user_cap',
    'spend.install_cap',
    'queue.full',
  ],
  limit: 'generate',
});
