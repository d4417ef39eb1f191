import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { lookup } from '#contract/platform/lookup.ts';
import { database } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { forEachRow } from '#domain/platform/rows/for-each-row.ts';
import { describeFile, listFiles, putFile, readFile, removeFile, type ByteRange } from '#domain/vendors/files/file-store.ts';

export type MediaKind = 'video' | 'poster' | 'image' | 'voice' | 'export' | 'import' | 'source' | 'picture' | 'audio';

export interface MediaObject {
  readonly id: string;
  readonly account_id: string | null;
  readonly kind: MediaKind;
  readonly type: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Maximum storage per user, in bytes. */
export const MEDIA_QUOTA = 5_000_000_000;
const keyOfMedia = (id: string): string => `media/${id}`;
const HOUR_MS = 60 * 60 * 1000;
/**
 * Age at which bytes without a row count as orphaned. A clip's takes, and a lesson's spoken parts, wait for the others and for their
 * owner's retry.
 */
const ORPHANS: Readonly<Record<string, number>> = lookup({ 'media/': HOUR_MS, 'veo/': 7 * 24 * HOUR_MS, 'speech/': 7 * 24 * HOUR_MS });
const SWEPT_AT_ONCE = 200;

export interface NewMedia {
  /** Storing the same id again, after a crash, yields the same object. */
  readonly id?: string;
  readonly accountId: string;
  readonly kind: MediaKind;
  readonly type: string;
  readonly source: AsyncIterable<Uint8Array> | Uint8Array;
}

/**
 * Uploads bytes without writing a row: pass the result to `addMedia` in the transaction that needs it. Until then the orphan sweep may
 * delete the bytes once they are an hour old.
 */
export async function storeMedia({ id = uuidv7(), accountId, kind, type, source }: NewMedia): Promise<MediaObject> {
  const { bytes, sha256 } = await putFile(keyOfMedia(id), source, type);
  return { id, account_id: accountId, kind, type, bytes, sha256 };
}

/** Returns the object that a crashed process stored under this id without writing its row, or null. */
export async function findStored({ id, accountId, kind, type }: Required<Omit<NewMedia, 'source'>>): Promise<MediaObject | null> {
  const stored = await describeFile(keyOfMedia(id));
  return stored && { id, account_id: accountId, kind, type, ...stored };
}

/** Removes bytes that were stored without a row. The sweep removes those left by a crash. */
export const discardStored = (id: string): Promise<void> => removeFile(keyOfMedia(id));

/** Inserts rows of stored files; existing ids stay unchanged. */
export async function addMedia(trx: Knex, ...objects: readonly MediaObject[]): Promise<void> {
  await trx('media_object').insert(objects).onConflict('id').ignore();
}

/** Checks the user's quota. @throws ProductError media.full when these bytes would exceed it */
export async function assertMediaRoom(accountId: string, bytes: number): Promise<void> {
  const [row] = await database()('media_object').where({ account_id: accountId, deleted_at: null }).sum({ used: 'bytes' });
  if (Number(row?.used ?? 0) + bytes > MEDIA_QUOTA) throw new ProductError('media.full');
}

/** Returns a media object. @throws ProductError not_found */
export async function findMedia(id: string | null): Promise<MediaObject> {
  const row = id && (await database()('media_object').where({ id, deleted_at: null }).whereNotNull('account_id').first());
  if (!row) throw notFound('file');
  return { ...row, bytes: Number(row.bytes) };
}

/** Streams the bytes of a stored file, or an inclusive range of them. */
export const readMedia = ({ id }: Pick<MediaObject, 'id'>, range?: ByteRange): AsyncIterable<Uint8Array> => readFile(keyOfMedia(id), range);

/** Marks files as deleted, in the transaction that drops their reference; the sweep removes their bytes. */
export async function dropMedia(trx: Knex, ids: readonly (string | null)[]): Promise<void> {
  await trx('media_object')
    .whereIn(
      'id',
      ids.filter((id) => id !== null),
    )
    .update({ deleted_at: trx.fn.now() });
}

/**
 * Removes the bytes of deleted files and of deleted accounts, then their rows. In this order, a row without bytes can only be one that is
 * being deleted.
 * @returns number of removed objects
 */
export async function sweepMedia(): Promise<number> {
  const unused: { id: string }[] = await database()('media_object')
    .where((gone) => gone.whereNotNull('deleted_at').orWhereNull('account_id'))
    .orderBy('created_at')
    .limit(SWEPT_AT_ONCE)
    .select('id');
  const removed: string[] = [];
  await forEachRow('media', unused, async ({ id }) => {
    await removeFile(keyOfMedia(id));
    removed.push(id);
  });
  await database()('media_object').whereIn('id', removed).delete();
  return removed.length;
}

/**
 * Removes bytes without a row, left by crashed processes. Lists the whole bucket, page by page, so call it rarely.
 * @returns number of removed objects
 */
export async function sweepLeftovers(now = Date.now()): Promise<number> {
  let removed = 0;
  for (const [prefix, afterMs] of Object.entries(ORPHANS)) {
    for await (const files of listFiles(prefix)) {
      const old = files.filter(({ storedAt }) => now - storedAt.getTime() > afterMs).map(({ key }) => key);
      const known = new Set((await database()('media_object').whereIn('id', old.map(idIn)).select('id')).map(({ id }) => id));
      for (const key of old.filter((one) => !known.has(idIn(one)))) {
        await removeFile(key);
        removed += 1;
      }
    }
  }
  return removed;
}

/** Returns the uuid in a key; for foreign keys the nil uuid, so that the lookup finds nothing. */
const idIn = (key: string): string => /^media\/([0-9a-f-]{36})$/.exec(key)?.[1] ?? '00000000-0000-0000-0000-000000000000';
