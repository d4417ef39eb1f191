import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { statusEnvelopeSchema } from '#contract/generation/course-status.contract.ts';

const ofCourse = z.object({ course_id: z.string() });

export const missingLessonsSchema = z.object({
  /** Lessons that were planned, are not there and that nobody is writing, in their order. */
  lesson_ids: z.array(z.string()),
  /** What having all of them written costs at most, in hundredths of a token; 0 when it is paid already. */
  cost: z.int(),
  /** The kept version that has most of them, and how many: after an earlier one was restored. Absent when none has any. */
  in_version: z.optional(z.object({ number: z.int(), lessons: z.int() })),
});

export const getMissingLessons = defineEndpoint({
  name: 'getMissingLessons',
  method: 'GET',
  path: '/api/courses/:course_id/missing-lessons',
  summary: 'What a partial course lacks and what it would cost to have it written.',
  auth: 'user',
  owner: 'row',
  params: ofCourse,
  responses: { 200: missingLessonsSchema },
  errors: ['not_found'],
});

/**
 * One run of kind `lesson` for all lessons that nobody is writing; they join the course by themselves. When all are being written already, the
 * newest run that writes some of them is answered and nothing is bought. With an `Idempotency-Key`, sending it again answers the same run.
 */
export const writeMissingLessons = defineEndpoint({
  name: 'writeMissingLessons',
  method: 'POST',
  path: '/api/courses/:course_id/missing-lessons',
  summary: 'Have all lessons written that a partial course lacks.',
  auth: 'user',
  owner: 'row',
  params: ofCourse,
  responses: { 202: statusEnvelopeSchema },
  errors: [
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
