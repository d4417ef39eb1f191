import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { statusEnvelopeSchema } from '#contract/generation/course-status.contract.ts';

const ofCourse = z.object({ course_id: z.string() });

export const skippedChecksSchema = z.object({
  /** Lessons that no second service could check when they were written, and that are not being checked now, in order. */
  lesson_ids: z.array(z.string()),
  /**
   * The price of checking all of them, in hundredths of a token: the part that was not charged at the time; 0 if the course was paid by a
   * plan.
   */
  cost: z.int(),
  /** Whether a service that did not write them is available now. */
  is_possible: z.boolean(),
});

export const getSkippedReviews = defineEndpoint({
  name: 'getSkippedReviews',
  method: 'GET',
  path: '/api/courses/:course_id/skipped-reviews',
  summary: 'The lessons of a course that no second service could check, and the current cost of their check.',
  auth: 'user',
  scopes: ['courses:read'],
  params: ofCourse,
  responses: { 200: skippedChecksSchema },
  errors: ['not_found'],
});

/**
 * Starts one run of kind `lesson` in which second services check these lessons. Nothing changes automatically: a corrected text waits as a
 * proposal, and a lesson without findings is marked as checked. While a check of the course is under way, it returns that run and charges
 * nothing. Pinned lessons are skipped. Repeating the `Idempotency-Key` returns the same run.
 */
export const reviewSkipped = defineEndpoint({
  name: 'reviewSkipped',
  method: 'POST',
  path: '/api/courses/:course_id/skipped-reviews',
  summary: 'Check all lessons that no second service could check when they were written.',
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
