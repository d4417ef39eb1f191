import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { statusEnvelopeSchema } from '#contract/generation/course-status.contract.ts';

const ofCourse = z.object({ course_id: z.string() });

export const skippedReviewsSchema = z.object({
  /** Lessons that no second service could review when they were written, and that none is reviewing now, in order. */
  lesson_ids: z.array(z.string()),
  /** What the review of all of them costs, in hundredths of a token: what was not charged for them; 0 when a course of a plan was used. */
  cost: z.int(),
  /** A service that did not write them answers now. */
  is_possible: z.boolean(),
});

export const getSkippedReviews = defineEndpoint({
  name: 'getSkippedReviews',
  method: 'GET',
  path: '/api/courses/:course_id/skipped-reviews',
  summary: 'Which lessons of a course no second service could review, and what their review costs now.',
  auth: 'user',
  scopes: ['courses:read'],
  params: ofCourse,
  responses: { 200: skippedReviewsSchema },
  errors: ['not_found'],
});

/**
 * Starts one run of kind `lesson` that has second services review these lessons. No text changes: a corrected text waits as a proposal, and
 * a lesson that is right as it is is marked as reviewed. While a review of the course is under way it returns that run and charges nothing.
 * Pinned lessons are skipped. Repeating the `Idempotency-Key` returns the same run.
 */
export const reviewSkipped = defineEndpoint({
  name: 'reviewSkipped',
  method: 'POST',
  path: '/api/courses/:course_id/skipped-reviews',
  summary: 'Have all lessons reviewed that no second service could review when they were written.',
  auth: 'user',
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
