import { addMedia, assertMediaRoom, discardStored, storeMedia } from '#domain/media/store-media.command.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { attachRunKey, findRunByKey } from '#domain/platform/runs/run-key.ts';
import { sha256Of, type SentFile } from '#domain/platform/storage/sent-file.ts';
import { IMPORT_KIND, type ImportRequest } from './import.kind.ts';

interface NewImport {
  readonly accountId: string;
  readonly requestId: string;
  readonly idempotencyKey?: string | undefined;
  readonly file: SentFile;
}

const SUBJECT_LENGTH = 120;
/** How a zip begins. */
const SIGNATURE = Buffer.from('PK\x03\x04', 'latin1');
/** One import a person at a time. */
const DEDUPE_KEY = IMPORT_KIND;

/**
 * Stores a zip and starts taking in its course. While that lasts, the same bytes are the same import, and others are refused.
 * @returns its run
 * @throws ProductError import.bad_file for what is no zip; import.under_way, media.full, media.not_configured, idempotency.body_mismatch, queue.full
 */
export async function startImport({ accountId, requestId, idempotencyKey, file }: NewImport): Promise<string> {
  if (!(await isZip(file))) throw new ProductError('import.bad_file');
  const sha256 = await sha256Of(file);
  const fingerprint = { kind: IMPORT_KIND, sha256 };
  const sent = { accountId, key: idempotencyKey, fingerprint };
  const find = async (): Promise<string | null> => {
    const known = await findRunByKey(database(), sent);
    if (known) return known;
    const live = await database()('run')
      .where({ account_id: accountId, dedupe_key: DEDUPE_KEY })
      .whereIn('status', ['queued', 'running'])
      .first('id', 'request');
    if (live && (live.request as { sha256: string }).sha256 !== sha256) throw new ProductError('import.under_way');
    return live ? attachRunKey(sent, live.id) : null;
  };
  const known = await find();
  if (known) return known;
  await assertMediaRoom(accountId, file.size);
  const stored = await storeMedia({ accountId, kind: 'import', type: 'application/zip', source: file.stream() });
  const request: ImportRequest = { file_id: stored.id, sha256 };
  let isUsed = false;
  try {
    const { runId, created } = await acceptRun({
      kind: IMPORT_KIND,
      accountId,
      request,
      subject: file.name.split(/[\\/]/).at(-1)!.slice(-SUBJECT_LENGTH) || 'course.zip',
      requestId,
      idempotencyKey,
      fingerprint,
      dedupeKey: DEDUPE_KEY,
      find,
      begin: (trx) => addMedia(trx, stored),
    });
    isUsed = created;
    return runId;
  } finally {
    // what a crash leaves, the sweep removes
    if (!isUsed) await discardStored(stored.id);
  }
}

async function isZip(file: SentFile): Promise<boolean> {
  for await (const chunk of file.stream()) return SIGNATURE.equals(chunk.subarray(0, SIGNATURE.length));
  return false;
}
