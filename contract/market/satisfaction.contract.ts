import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

const ofCopy = z.object({ course_id: z.string() });
const satisfaction = z.object({
  /** Whether to ask for satisfaction: the learner has completed a creator's course. */
  asks: z.boolean(),
  /** 1 (not at all) to 5 (very); null if not answered. */
  answer: z.nullable(z.int()),
});

export const getSatisfaction = defineEndpoint({
  name: 'getSatisfaction',
  method: 'GET',
  path: '/api/courses/:course_id/satisfaction',
  summary: 'Whether the caller is asked about their satisfaction at the end of a course, and their answer.',
  auth: 'user',
  personOnly: 'own_word',
  params: ofCopy,
  responses: { 200: satisfaction },
  errors: ['not_found'],
});

export const saveSatisfaction = defineEndpoint({
  name: 'saveSatisfaction',
  method: 'PUT',
  path: '/api/courses/:course_id/satisfaction',
  summary: 'Answer the question about satisfaction, or change the answer; the creator sees only the share of satisfied learners.',
  auth: 'user',
  offline: 'queued',
  personOnly: 'own_word',
  readBy: 'no_text',
  params: ofCopy,
  body: z.object({ answer: z.int().check(z.gte(1), z.lte(5)) }),
  example: { answer: 4 },
  responses: { 200: satisfaction },
  errors: ['validation.failed', 'not_found', 'market.rate_later'],
});
