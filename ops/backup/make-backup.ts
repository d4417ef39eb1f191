import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, readdirSync, copyFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Knex } from 'knex';
import { readMedia } from '#domain/media/store-media.command.ts';
import { migrationsOf, printOf, pinSessionSettings, sequencesOf, tablesOf, type SequenceState, type TablePrint } from './tables.ts';

export const FORMAT = 1;
const ROWS_AT_ONCE = 500;
/** The secret of an installation that belongs to the embedded store itself, not to its data. */
export const STORE_PASSWORD = 'postgres-password';

interface SavedMedia {
  readonly id: string;
  readonly account_id: string;
  readonly kind: string;
  readonly type: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The backup's `manifest.json`: written last, so that a folder with one is complete. */
export interface Manifest {
  readonly format: number;
  readonly made_at: string;
  readonly migrations: readonly string[];
  readonly tables: Readonly<Record<string, TablePrint>>;
  readonly sequences: readonly SequenceState[];
  readonly media: readonly SavedMedia[];
  readonly secrets: readonly string[];
}

/**
 * Backs up an installation into a folder: all tables as of one point in time, rows as JSON, gzipped, each table with its checksum; users'
 * files, each verified against its checksum; and the installation's secrets, without which encrypted rows and badges cannot be read. Takes
 * no locks.
 * @throws Error if the folder is not empty, or if a file is missing or differs from its row
 */
export async function makeBackup(knex: Knex, { to, dataDir }: { to: string; dataDir: string }): Promise<Manifest> {
  if (existsSync(to) && readdirSync(to).length > 0) throw new Error(`${to} is not empty`);
  for (const folder of ['tables', 'media', 'secrets']) mkdirSync(path.join(to, folder), { recursive: true, mode: 0o700 });
  const { objects, ...store } = await saveTables(knex, to);
  const media = await saveMedia(knex, objects, to);
  const manifest: Manifest = { format: FORMAT, made_at: new Date().toISOString(), ...store, media, secrets: saveSecrets(dataDir, to) };
  writeFileSync(path.join(to, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  return manifest;
}

/** @returns also the files that existed at that time */
const saveTables = (
  knex: Knex,
  to: string,
): Promise<Pick<Manifest, 'migrations' | 'tables' | 'sequences'> & { objects: readonly SavedMedia[] }> =>
  knex.transaction(
    async (trx) => {
      await pinSessionSettings(trx);
      const tables: Record<string, TablePrint> = {};
      for (const table of await tablesOf(trx)) {
        tables[table] = await printOf(trx, table);
        await saveTable(trx, table, path.join(to, 'tables', `${table}.gz`));
      }
      const objects = await wantedMedia(trx).orderBy('id').select<SavedMedia[]>('id', 'account_id', 'kind', 'type', 'bytes', 'sha256');
      return { migrations: await migrationsOf(trx), tables, sequences: await sequencesOf(trx), objects };
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );

async function saveTable(trx: Knex.Transaction, table: string, file: string): Promise<void> {
  const zipped = createGzip();
  const written = pipeline(zipped, createWriteStream(file, { mode: 0o600 }));
  await trx.raw('declare saved no scroll cursor for select to_json(one)::text as row from ?? one', [table]);
  for (;;) {
    const { rows } = await trx.raw(`fetch ${ROWS_AT_ONCE} from saved`);
    // one line each: a json value may contain line breaks
    for (const { row } of rows as { row: string }[]) if (!zipped.write(`${JSON.stringify(row)}\n`)) await once(zipped, 'drain');
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await trx.raw('close saved');
  zipped.end();
  await written;
}

const wantedMedia = (knex: Knex) => knex('media_object').where({ deleted_at: null }).whereNotNull('account_id');

/** Copies files. A file deleted by its owner since the tables were read is omitted. */
async function saveMedia(knex: Knex, objects: readonly SavedMedia[], to: string): Promise<SavedMedia[]> {
  const saved: SavedMedia[] = [];
  for (const object of objects) {
    const file = path.join(to, 'media', object.id);
    try {
      await saveFile(object, file);
      saved.push(object);
    } catch (error) {
      if (await wantedMedia(knex).where({ id: object.id }).first('id')) throw error;
      rmSync(file, { force: true });
    }
  }
  return saved;
}

async function saveFile({ id, sha256 }: SavedMedia, file: string): Promise<void> {
  const hash = createHash('sha256');
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(readMedia({ id }), measured, createWriteStream(file, { mode: 0o600 }));
  if (hash.digest('hex') !== sha256) throw new Error(`the file ${id} differs from its row`);
}

function saveSecrets(dataDir: string, to: string): string[] {
  const folder = path.join(dataDir, 'secrets');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name !== STORE_PASSWORD) : [];
  for (const name of names) copyFileSync(path.join(folder, name), path.join(to, 'secrets', name));
  return names;
}
