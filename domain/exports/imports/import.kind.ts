import type { Knex } from 'knex';
import * as z from 'zod';
import type { ErrorCode } from '#contract/platform/errors.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { dropMedia } from '#domain/media/store-media.command.ts';
import { defineKind, type Order, type OrderedStep, type RunRef } from '#domain/platform/runs/run-kind.ts';

const requestSchema = z.object({ file_id: z.uuid(), sha256: z.string() });
export type ImportRequest = z.infer<typeof requestSchema>;

export const IMPORT_KIND = 'course-import';

/** One step takes the course in: what is stored of it, is stored at once. */
function order(_context: unknown, steps: readonly OrderedStep[]): Order {
  const failed = steps.find(({ state }) => state === 'failed');
  if (failed) return { add: [], stage: 'taking_in', progress: 0, failed: { code: failed.error_code as ErrorCode, tried: failed.tried } };
  const isThere = steps.some(({ state }) => state !== 'cancelled');
  return { add: isThere ? [] : [{ job: 'take-course', key: 'take' }], stage: 'taking_in', progress: 30 };
}

/** Drops the zip. */
const dropZip = (trx: Knex.Transaction, { request }: RunRef): Promise<void> => dropMedia(trx, [requestSchema.parse(request).file_id]);

/** Takes in a course from an exported zip. Free of charge. */
export const importKind = defineKind<ImportRequest, null>({
  name: IMPORT_KIND,
  request: requestSchema,
  owner: 'person',
  lane: 'interactive',
  stages: ['taking_in'],
  begins: { stage: 'taking_in', progress: 10, message: toSentence('The course is being imported.') },
  price: { cost: () => 0, quota: null, cause: (about) => toSentence('Import: {about}', { about }) },
  order,
  hooks: { completed: dropZip, failed: dropZip, stopping: dropZip },
});
