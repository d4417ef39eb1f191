import type { Knex } from 'knex';
import * as z from 'zod';
import type { ErrorCode } from '#contract/platform/errors.ts';
import { say } from '#contract/platform/sentence.contract.ts';
import { dropMedia } from '#domain/media/media.command.ts';
import { defineKind, type Order, type OrderedStep, type RunRef } from '#domain/platform/runs/run-kind.ts';

const requestSchema = z.object({ source_id: z.uuid() });
export type SourceRequest = z.infer<typeof requestSchema>;

export const SOURCE_KIND = 'source-reading';

/** One step reads the file. */
function order(_context: unknown, steps: readonly OrderedStep[]): Order {
  const failed = steps.find(({ state }) => state === 'failed');
  if (failed) return { add: [], stage: 'reading', progress: 0, failed: { code: failed.error_code as ErrorCode, tried: failed.tried } };
  const isThere = steps.some(({ state }) => state !== 'cancelled');
  return { add: isThere ? [] : [{ job: 'read-source', key: 'read' }], stage: 'reading', progress: 20 };
}

/** What could not be read is not kept. */
async function dropFile(trx: Knex.Transaction, { request }: RunRef): Promise<void> {
  const { source_id: id } = requestSchema.parse(request);
  const row = await trx('source').where({ id }).first('file_id');
  if (!row) return;
  await trx('source').where({ id }).update({ file_id: null, sha256: null });
  await dropMedia(trx, [row.file_id]);
}

/** Reading what somebody wants courses to be written from. It costs nothing. */
export const sourceKind = defineKind<SourceRequest, null>({
  name: SOURCE_KIND,
  request: requestSchema,
  owner: 'person',
  lane: 'interactive',
  stages: ['reading'],
  begins: { stage: 'reading', progress: 5, said: say('The source is being read.') },
  price: { cost: () => 0, quota: null, cause: (about) => say('Source: {about}', { about }) },
  source: { context: 'null::jsonb' },
  order,
  hooks: { failed: dropFile, stopping: dropFile },
});
