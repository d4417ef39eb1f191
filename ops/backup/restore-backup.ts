import { copyFileSync, createReadStream, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { Knex } from 'knex';
import { storeMedia, type MediaKind } from '#domain/media/store-media.command.ts';
import { FORMAT, type Manifest } from './make-backup.ts';
import { columnsOf, migrationsOf, printOf, pinSessionSettings, tablesOf } from './tables.ts';

const ROWS_AT_ONCE = 200;

interface Restore {
  readonly from: string;
  readonly dataDir: string;
  /** Deletes the existing data. */
  readonly replace: boolean;
}

/**
 * Restores a backup into a store whose schema is at the same migration, in one transaction: every table is verified against its checksum before
 * the commit, and nothing changes when one differs. Users' files follow, each verified against its checksum. Can be repeated.
 * @throws Error when the schema has another version, accounts exist without `replace`, or a checksum differs
 */
export async function restoreBackup(knex: Knex, { from, dataDir, replace }: Restore): Promise<Manifest> {
  const manifest = JSON.parse(readFileSync(path.join(from, 'manifest.json'), 'utf8')) as Manifest;
  if (manifest.format !== FORMAT) throw new Error(`the backup is of format ${manifest.format}, this code reads ${FORMAT}`);
  restoreSecrets(manifest, from, dataDir);
  await knex.transaction((trx) => restoreTables(trx, manifest, { from, replace }));
  for (const { id, account_id: accountId, kind, type, sha256 } of manifest.media) {
    const source = createReadStream(path.join(from, 'media', id));
    const stored = await storeMedia({ id, accountId, kind: kind as MediaKind, type, source });
    if (stored.sha256 !== sha256) throw new Error(`the file ${id} differs from what was saved`);
  }
  return manifest;
}

/** Foreign keys are recreated once all rows exist, and triggers are disabled so that they do not count rows again. */
async function restoreTables(
  trx: Knex.Transaction,
  manifest: Manifest,
  { from, replace }: Pick<Restore, 'from' | 'replace'>,
): Promise<void> {
  await pinSessionSettings(trx);
  const here = await migrationsOf(trx);
  if (here.join() !== manifest.migrations.join())
    throw new Error(
      `the backup's schema is ${manifest.migrations.at(-1)}, the store's ${here.at(-1)}: restore with the version that made it, then upgrade`,
    );
  const tables = await tablesOf(trx);
  if (!replace && (await trx('account').first('id'))) throw new Error('this store already contains accounts; --replace deletes them');
  const keys = await foreignKeys(trx);
  for (const { table, name } of keys) await trx.raw('alter table ?? drop constraint ??', [table, name]);
  for (const table of tables) await trx.raw('alter table ?? disable trigger user', [table]);
  await trx.raw(`truncate ${tables.map(() => '??').join(', ')}`, tables);
  for (const table of tables) {
    await restoreTable(trx, table, path.join(from, 'tables', `${table}.gz`));
    const [there, saved] = [await printOf(trx, table), manifest.tables[table]];
    if (there.rows !== saved?.rows || there.checksum !== saved.checksum)
      throw new Error(`${table} differs from what was saved: ${there.rows} rows, ${saved?.rows} saved`);
  }
  for (const { name, last_value, is_called } of manifest.sequences)
    await trx.raw('select setval(cast(? as regclass), cast(? as bigint), ?)', [`public.${name}`, last_value, is_called]);
  for (const table of tables) await trx.raw('alter table ?? enable trigger user', [table]);
  for (const { table, name, text } of keys) await trx.raw(`alter table ?? add constraint ?? ${text}`, [table, name]);
}

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly text: string;
}

async function foreignKeys(trx: Knex.Transaction): Promise<ForeignKey[]> {
  const { rows } = await trx.raw(
    `select relname as table, conname as name, pg_get_constraintdef(pg_constraint.oid) as text
       from pg_constraint join pg_class on pg_class.oid = conrelid join pg_namespace on pg_namespace.oid = relnamespace
      where nspname = 'public' and contype = 'f'`,
  );
  return rows;
}

async function restoreTable(trx: Knex.Transaction, table: string, file: string): Promise<void> {
  const columns = await columnsOf(trx, table);
  const names = columns.map(() => '??').join(', ');
  const insert = (lines: readonly string[]) =>
    trx.raw(
      `insert into ?? (${names}) overriding system value select ${names} from json_populate_recordset(cast(null as ??), cast(? as json))`,
      [table, ...columns, ...columns, table, `[${lines.map((line) => JSON.parse(line) as string).join(',')}]`],
    );
  let waiting: string[] = [];
  for await (const line of createInterface({ input: createReadStream(file).pipe(createGunzip()), crlfDelay: Infinity })) {
    waiting.push(line);
    if (waiting.length < ROWS_AT_ONCE) continue;
    await insert(waiting);
    waiting = [];
  }
  if (waiting.length > 0) await insert(waiting);
}

/** Existing secrets stay, because replacing one in use would end every session; a different one must be reported. */
function restoreSecrets({ secrets }: Manifest, from: string, dataDir: string): void {
  const folder = path.join(dataDir, 'secrets');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of secrets) {
    const [saved, file] = [path.join(from, 'secrets', name), path.join(folder, name)];
    if (!existsSync(file)) copyFileSync(saved, file);
    else if (readFileSync(file, 'utf8') !== readFileSync(saved, 'utf8'))
      throw new Error(`${file} differs from the backup's: move one of them away first`);
  }
}
