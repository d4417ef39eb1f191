import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { badRow, batchEstimate, batchPlan, CSV_CHARACTERS } from './batches.contract.ts';

/** Maximum number of courses that a dry run lists; further courses are only counted. */
export const PREVIEWED_COURSES = 100;

const dryRun = z.object({
  estimate: batchEstimate,
  budget_micro_usd: z.number(),
  /** The batch could not start, because its budget is below the expected cost. */
  over_budget: z.boolean(),
  bad_rows: z.array(badRow),
  /** The first of the courses, by title. */
  courses: z.array(
    z.object({
      course_id: z.string(),
      title: z.string(),
      owner_email: z.string(),
      /** Number of units that would be made: lessons, pictures and so on. */
      units: z.int(),
    }),
  ),
});
export type BatchDryRun = z.infer<typeof dryRun>;

export const estimateBatch = defineEndpoint({
  name: 'estimateBatch',
  method: 'POST',
  path: '/api/operator/batch-estimates',
  summary: 'Dry run of a batch: count, tokens, money and finish time, and which courses. Nothing is stored.',
  auth: 'operator',
  scopes: ['operate:read'],
  bodyBytes: CSV_CHARACTERS + 50_000,
  body: batchPlan,
  example: { name: 'All', what: 'refresh_all', selection: { owner_email: 'ada@example.com' }, budget_cents: 2000 },
  responses: { 200: dryRun },
  errors: ['validation.failed', 'access.denied', 'batch.nothing_chosen', 'media.not_configured'],
});
