import * as z from 'zod';
import { startExport } from '#contract/exports/exports.contract.ts';
import { EXPORT_FORMATS } from '#contract/platform/export-formats.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { orderOfOne } from '#domain/platform/runs/known-steps.ts';
import { OWN } from '#domain/platform/export-part.ts';
import { defineKind, type OrderedStep } from '#domain/platform/runs/run-kind.ts';
import { sql } from '#domain/platform/sql.ts';

const requestSchema = z.object({ course_id: z.uuid(), format: z.enum(EXPORT_FORMATS), version: z.int() });
export type ExportRequest = z.infer<typeof requestSchema>;

export const EXPORT_KIND = 'course-export';

/** Exports a course as a file. Free of charge. */
export const exportKind = defineKind<ExportRequest, null, OrderedStep, { format: string }, { format: string }>({
  name: EXPORT_KIND,
  request: requestSchema,
  owner: 'person',
  lane: 'interactive',
  oneAtATime: { mostWaiting: 3 },
  stages: ['writing'],
  begins: { stage: 'writing', progress: 5, message: toSentence('The file is being written.') },
  price: 'free',
  // one step writes the whole file: even the longest course takes only seconds
  order: orderOfOne({ job: 'write-export', key: 'write' }, { stage: 'writing', progress: 20 }),
  exported: [
    {
      file: 'course-files',
      description: 'Files of courses that you had made to take along; each is kept for a week.',
      table: 'course_export',
      condition: OWN,
      columns: ['run_id account_id course_id format filename file_id created_at'],
      key: { created_at: 'timestamptz', run_id: 'uuid' },
    },
  ],
  again: {
    completed: { nothing: 'The file is complete.' },
    failed: { retry: 'The file, free of charge.' },
    cancelled: { by: startExport, makes: 'the file, free of charge' },
  },
  // deleted with its course, or a week after it was requested
  retryNeeds: sql`exists (select from course_export where course_export.run_id = run.id)`,
  retryMessage: toSentence('The file is being written again.'),
  repeatWindow: '1 minute',
  details: { sql: sql`jsonb_build_object('format', run.request->'format')`, toWire: ({ detail }) => detail, pollMs: () => 1_000 },
  summary: { sql: sql`jsonb_build_object('format', run.request->'format')`, toWire: ({ detail }) => detail },
});
