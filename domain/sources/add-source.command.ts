import { uuidv7 } from 'uuidv7';
import { SOURCE_NAME_LENGTH, SOURCES_MOST } from '#contract/sources/source-limits.ts';
import type { Source } from '#contract/sources/sources.contract.ts';
import { addMedia, assertMediaRoom, dropMedia, storeMedia } from '#domain/media/store-media.command.ts';
import { database, transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { cancelRun } from '#domain/platform/runs/cancel-run.command.ts';
import { sha256Of, type SentFile } from '#domain/platform/storage/sent-file.ts';
import { tidyText } from './reading/source-document.ts';
import { SOURCE_KIND, type SourceRequest } from './source.kind.ts';
import { sourceTypeOf } from './source-type.ts';
import { readSource } from './sources.queries.ts';

interface NewSource {
  readonly accountId: string;
  readonly requestId: string;
  readonly file: SentFile;
}

/** Returns the last part of a file's name, on one line; the sender's folders are private. */
const nameOf = (file: SentFile): string =>
  tidyText(file.name.split(/[\\/]/).at(-1) ?? '')
    .replaceAll(/\s+/g, ' ')
    .slice(-SOURCE_NAME_LENGTH) || 'file';

/**
 * Stores a file and starts reading it. The same bytes are the same source, however often they are sent.
 * @throws ProductError source.bad_type, source.no_text, source.too_many, media.full, media.not_configured
 */
export async function addSource({ accountId, requestId, file }: NewSource): Promise<Source> {
  const name = nameOf(file);
  const type = await sourceTypeOf(file, name);
  const sha256 = await sha256Of(file);
  const findId = async (): Promise<string | null> =>
    (await database()('source').where({ account_id: accountId, sha256 }).first('id'))?.id ?? null;
  const known = await findId();
  if (known) return readSource(accountId, known);
  await assertRoom(accountId);
  await assertMediaRoom(accountId, file.size);
  const stored = await storeMedia({ accountId, kind: 'source', type: 'application/octet-stream', source: file.stream() });
  const request: SourceRequest = { source_id: uuidv7(), is_page: false };
  await acceptRun({
    kind: SOURCE_KIND,
    accountId,
    request,
    subject: name,
    requestId,
    fingerprint: { sha256 },
    dedupeKey: `source:${sha256}`,
    // a source is read only once
    find: async () => {
      const row = await database()('source').where({ account_id: accountId, sha256 }).first('run_id');
      return row?.run_id ?? null;
    },
    async begin(trx, run_id) {
      await addMedia(trx, stored);
      await trx('source').insert({ id: request.source_id, account_id: accountId, type, name, file_id: stored.id, run_id, sha256 });
    },
    isOvertaken: (error) => (error as { constraint?: string } | null)?.constraint === 'source_once',
  });
  return readSource(accountId, (await findId()) ?? request.source_id);
}

/** Checks the user's limit. @throws ProductError source.too_many */
export async function assertRoom(accountId: string): Promise<void> {
  const row = await database()('source').where({ account_id: accountId }).count({ n: '*' }).first();
  if (Number(row?.n) >= SOURCES_MOST) throw new ProductError('source.too_many');
}

/** Removes a source with its passages; a run that is still reading it is stopped. @throws ProductError not_found */
export async function removeSource(accountId: string, sourceId: string): Promise<void> {
  const { status } = await readSource(accountId, sourceId);
  const row = await database()('source').where({ id: sourceId, account_id: accountId }).first('run_id');
  // it may have ended meanwhile
  if (status === 'reading' && row?.run_id) await cancelRun({ runId: row.run_id, accountId, keep: false }).catch(ignoreEnded);
  await transact(async (trx) => {
    const [gone] = await trx('source').where({ id: sourceId, account_id: accountId }).delete().returning('file_id');
    if (gone) await dropMedia(trx, [gone.file_id]);
  });
}

function ignoreEnded(error: unknown): void {
  if (!(error instanceof ProductError) || error.code !== 'run.ended') throw error;
}
