import type { Knex } from 'knex';
import * as z from 'zod';
import { importCourse } from '#contract/exports/exports.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { dropMedia } from '#domain/media/store-media.command.ts';
import { orderOfOne } from '#domain/platform/runs/known-steps.ts';
import { defineKind, type RunRef } from '#domain/platform/runs/run-kind.ts';
import { sql } from '#domain/platform/sql.ts';

const requestSchema = z.object({ file_id: z.uuid(), sha256: z.string() });
export type ImportRequest = z.infer<typeof requestSchema>;

export const IMPORT_KIND = 'course-import';

/** Deletes the zip. */
const dropZip = (trx: Knex.Transaction, { request }: RunRef): Promise<void> => dropMedia(trx, [requestSchema.parse(request).file_id]);

/** Imports a course from an exported zip. Free of charge. */
export const importKind = defineKind<ImportRequest, null>({
  name: IMPORT_KIND,
  request: requestSchema,
  owner: 'person',
  lane: 'interactive',
  oneAtATime: { mostWaiting: 3 },
  stages: ['taking_in'],
  begins: { stage: 'taking_in', progress: 10, message: toSentence('The course is being imported.') },
  price: 'free',
  // a single step imports the course, and stores everything at once
  order: orderOfOne({ job: 'take-course', key: 'take' }, { stage: 'taking_in', progress: 30 }),
  exported: [],
  again: {
    completed: { nothing: 'The course is complete.' },
    failed: { by: importCourse, makes: 'the course, free of charge; the file must be uploaded again because we do not keep it' },
    cancelled: { by: importCourse, makes: 'the course, free of charge; the file must be uploaded again because we do not keep it' },
  },
  // its file is not kept
  retryNeeds: sql`false`,
  hooks: { completed: dropZip, failed: dropZip, stopping: dropZip },
});
