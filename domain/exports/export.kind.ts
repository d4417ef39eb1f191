import * as z from 'zod';
import { EXPORT_FORMATS } from '#contract/exports/exports.contract.ts';
import type { ErrorCode } from '#contract/platform/errors.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { defineKind, type Order, type OrderedStep } from '#domain/platform/runs/run-kind.ts';
import { sql } from '#domain/platform/sql.ts';

const requestSchema = z.object({ course_id: z.uuid(), format: z.enum(EXPORT_FORMATS), version: z.int() });
export type ExportRequest = z.infer<typeof requestSchema>;

export const EXPORT_KIND = 'course-export';

/** One step writes the whole file: even the longest course takes only seconds. */
function order(_context: unknown, steps: readonly OrderedStep[]): Order {
  const failed = steps.find(({ state }) => state === 'failed');
  if (failed) return { add: [], stage: 'writing', progress: 0, failed: { code: failed.error_code as ErrorCode, tried: failed.tried } };
  const isThere = steps.some(({ state }) => state !== 'cancelled');
  return { add: isThere ? [] : [{ job: 'write-export', key: 'write' }], stage: 'writing', progress: 20 };
}

/** Exports a course as a file. Free of charge. */
export const exportKind = defineKind<ExportRequest, null, OrderedStep, { format: string }, { format: string }>({
  name: EXPORT_KIND,
  request: requestSchema,
  owner: 'person',
  lane: 'interactive',
  stages: ['writing'],
  begins: { stage: 'writing', progress: 5, message: toSentence('The file is being written.') },
  price: { cost: () => 0, quota: null, cause: (about) => toSentence('Export: {about}', { about }) },
  order,
  // gone with its course, and a week after it was asked for
  retryNeeds: sql`exists (select from course_export where course_export.run_id = run.id)`,
  retryMessage: toSentence('The file is written again.'),
  repeatWindow: '1 minute',
  details: { sql: sql`jsonb_build_object('format', run.request->'format')`, toWire: ({ detail }) => detail, pollMs: () => 1_000 },
  summary: { sql: sql`jsonb_build_object('format', run.request->'format')`, toWire: ({ detail }) => detail },
});
