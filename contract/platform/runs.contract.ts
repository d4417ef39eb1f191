import * as z from 'zod/mini';
import { wholeText } from '#contract/platform/numbers.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { logLineSchema, RUN_STATUSES, runEnvelopeSchema, runErrorSchema } from '#contract/platform/status.contract.ts';

/** Why a run cannot be retried. */
export const RETRY_OBSTACLES = ['run.not_failed', 'run.newer_kind', 'run.details_pruned', 'run.input_gone'] as const;

const oneRun = z.object({ task_id: z.string() });
const flag = z._default(z.stringbool().check(z.meta({ examples: ['true'] })), false);

/**
 * The envelope of every run, with the fields of its kind under `details`. Runs of courses and lessons have their own routes, which declare
 * theirs.
 */
const openEnvelope = z.extend(runEnvelopeSchema, { result: z.optional(z.unknown()), details: z.record(z.string(), z.unknown()) });

/** A run in a list, of any kind. */
export const listedRunSchema = z.object({
  task_id: z.string(),
  kind: z.string(),
  status: z.enum(RUN_STATUSES),
  stage: z.string(),
  progress: z.int(),
  subject: z.string(),
  title: z.nullable(z.string()),
  /** The owner stopped it; finished work may have been kept. */
  stopped: z.boolean(),
  queue_position: z.nullable(z.int()),
  created_at: z.string(),
  finished_at: z.nullable(z.string()),
  error: z.optional(runErrorSchema),
  /** The run failed and can be retried: finished steps are neither repeated nor paid again. */
  can_retry: z.optional(z.literal(true)),
});
export type ListedRun = z.infer<typeof listedRunSchema>;

export const pageOfRuns = z.object({
  live: flag,
  limit: z._default(wholeText(1, 100), 20),
  after: z.optional(z.string()),
});

export const listAllRuns = defineEndpoint({
  name: 'listAllRuns',
  method: 'GET',
  path: '/api/runs',
  summary: 'The caller’s runs of every kind, newest first; `live=true`: only unfinished runs, `q`: only runs whose text contains it.',
  auth: 'user',
  scopes: ['courses:read', 'generate'],
  turns: ['q'],
  query: z.extend(pageOfRuns, { q: z.optional(z.string().check(z.maxLength(200))) }),
  responses: {
    200: z.object({
      runs: z.array(z.extend(listedRunSchema, { details: z.record(z.string(), z.unknown()) })),
      next: z.nullable(z.string()),
    }),
  },
  errors: ['validation.failed'],
  limit: 'poll',
});

export const getRun = defineEndpoint({
  name: 'getRun',
  method: 'GET',
  path: '/api/runs/:task_id',
  summary: 'The status envelope of one run of any kind.',
  auth: 'user',
  scopes: ['courses:read', 'generate'],
  params: oneRun,
  responses: { 200: openEnvelope },
  errors: ['not_found'],
  limit: 'poll',
});

export const stopRun = defineEndpoint({
  name: 'stopRun',
  method: 'DELETE',
  path: '/api/runs/:task_id',
  summary: 'Stop a run of any kind. With `keep=true` finished parts are kept, if its kind allows it.',
  auth: 'user',
  offline: 'network',
  scopes: ['generate'],
  params: oneRun,
  query: z.object({ keep: flag }),
  responses: { 200: openEnvelope },
  errors: ['not_found', 'run.ended'],
});

export const continueRun = defineEndpoint({
  name: 'continueRun',
  method: 'POST',
  path: '/api/runs/:task_id/retry',
  summary: 'Retry a failed run of any kind; finished steps are neither repeated nor paid again.',
  auth: 'user',
  offline: 'network',
  scopes: ['generate'],
  headers: ['Idempotency-Key'],
  params: oneRun,
  responses: { 202: openEnvelope },
  errors: [
    'not_found',
    ...RETRY_OBSTACLES,
    'idempotency.body_mismatch',
    'tokens.insufficient',
    'spend.user_cap',
    'spend.install_cap',
    'queue.full',
  ],
  limit: 'generate',
});

/** Lines per page of the log. */
export const LOG_PAGE_LINES = 500;

/** A page of a run's log. `next`: the `skip` of the next page; null if there are no more lines at present. */
export const logPageSchema = z.object({ lines: z.array(logLineSchema), next: z.nullable(z.int()) });
