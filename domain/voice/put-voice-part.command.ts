import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';

interface UploadOf {
  readonly accountId: string;
  readonly uploadId: string;
}

/** Starting an upload deletes the user's other ones if there are this many. */
const MOST_UPLOADS = 3;
const KEPT_HOURS = 24;

/** Lists the received parts of an upload, in order; none for an unknown one, or another user's. */
export async function partsOfUpload({ accountId, uploadId }: UploadOf): Promise<number[]> {
  const rows = await database()('voice_upload_part')
    .where({ account_id: accountId, upload_id: uploadId })
    .orderBy('number')
    .select('number');
  return rows.map(({ number }) => number);
}

/** Stores a part until the recording is complete; a repeat replaces nothing. */
export async function putVoicePart({
  accountId,
  uploadId,
  number,
  bytes,
}: UploadOf & { number: number; bytes: Uint8Array }): Promise<number[]> {
  await rowsOf(
    database(),
    sql`delete from voice_upload_part where created_at < now() - make_interval(hours => ${KEPT_HOURS})
        or (account_id = ${accountId} and upload_id <> ${uploadId} and upload_id not in (
              select upload_id from voice_upload_part where account_id = ${accountId}
               group by upload_id order by max(created_at) desc limit ${MOST_UPLOADS}))`,
  );
  const row = { account_id: accountId, upload_id: uploadId, number, bytes: Buffer.from(bytes) };
  await database()('voice_upload_part').insert(row).onConflict(['account_id', 'upload_id', 'number']).ignore();
  return partsOfUpload({ accountId, uploadId });
}

/** Returns a complete upload, which is read part by part. @throws ProductError voice.upload_incomplete when a part is missing */
export async function readUpload(upload: UploadOf): Promise<AsyncIterable<Uint8Array>> {
  const numbers = await partsOfUpload(upload);
  if (numbers.length === 0 || numbers.some((number, index) => number !== index)) throw new ProductError('voice.upload_incomplete');
  return readParts(upload, numbers);
}

async function* readParts({ accountId, uploadId }: UploadOf, numbers: readonly number[]): AsyncGenerator<Uint8Array> {
  for (const number of numbers) {
    const part = await database()('voice_upload_part').where({ account_id: accountId, upload_id: uploadId, number }).first('bytes');
    // a concurrent request with the same id has made the note of it meanwhile
    if (!part) throw new ProductError('voice.upload_incomplete');
    yield part.bytes;
  }
}
