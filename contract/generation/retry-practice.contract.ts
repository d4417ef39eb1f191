import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { statusEnvelopeSchema } from '#contract/generation/course-status.contract.ts';

/**
 * Starts one run of kind `lesson`, free of charge, for all lessons of a completed course that lack quiz and exercises and whose practice is
 * not being written; it is added to the course automatically. When all of it is already being written, returns the newest such run.
 */
export const retryPractice = defineEndpoint({
  name: 'retryPractice',
  method: 'POST',
  path: '/api/generate-course/:task_id/practice/retry',
  summary: 'Write only the missing practice of a completed course’s lessons.',
  auth: 'user',
  offline: 'network',
  scopes: ['generate'],
  headers: ['Idempotency-Key'],
  params: z.object({ task_id: z.string() }),
  responses: { 202: statusEnvelopeSchema },
  errors: [
    'not_found',
    'run.lesson_not_failed',
    'run.ended',
    'course.lesson_rewriting',
    'idempotency.body_mismatch',
    'spend.user_cap',
    'spend.install_cap',
    'queue.full',
  ],
  limit: 'generate',
});
