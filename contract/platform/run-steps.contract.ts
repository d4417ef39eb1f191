import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

const runStep = z.object({
  key: z.string(),
  job: z.string(),
  /** The step's lesson, `2.3 The long rise`; null if it has none, or an unknown one. */
  label: z.nullable(z.string()),
  state: z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']),
  service: z.nullable(z.string()),
  /** When its failed attempts ended. */
  failed_at: z.array(z.string()),
  created_at: z.string(),
  started_at: z.nullable(z.string()),
  finished_at: z.nullable(z.string()),
});
export type RunStep = z.infer<typeof runStep>;

export const listRunSteps = defineEndpoint({
  name: 'listRunSteps',
  method: 'GET',
  path: '/api/runs/:task_id/steps',
  summary: 'The times and workers of each step of a run, without prompts or answers.',
  auth: 'user',
  scopes: ['courses:read', 'generate'],
  params: z.object({ task_id: z.string() }),
  responses: { 200: z.object({ steps: z.array(runStep) }) },
  errors: ['not_found'],
  limit: 'poll',
});
