import { addMedia, storeMedia } from '#domain/media/store-media.command.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { fetchPage } from './fetching/fetch-page.ts';
import { pageFile } from './fetching/page-file.ts';
import type { SourceRequest } from './source.kind.ts';

interface Work {
  readonly step: ClaimedStep<SourceRequest>;
  readonly signal: AbortSignal;
}

/** Fetches a page for the next step to read. @throws ProductError source.… with the reason */
export async function fetchSource({ step, signal }: Work): Promise<void> {
  const { source_id: id } = step.request;
  const row: { address: string | null } | undefined = await database()('source').where({ id }).first('address');
  // removed meanwhile
  if (!row?.address || step.accountId === null) throw new ProductError('run.cancelled');
  const { type, bytes } = await pageFile(await fetchPage(row.address, signal));
  // the detected type is stored with the bytes
  const stored = await storeMedia({ accountId: step.accountId, kind: 'source', type: `application/x-${type}`, source: bytes });
  await completeStep(step, {
    output: { bytes: stored.bytes },
    async also(trx) {
      await addMedia(trx, stored);
      await trx('source').where({ id }).update({ file_id: stored.id });
    },
  });
}
