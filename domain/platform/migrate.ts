import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Knex } from 'knex';
import { rowsOf, sql } from './sql.ts';

const directory = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'migrations');

const settings = { directory, loadExtensions: ['.ts'], tableName: 'schema_migration' };

/** For reading: a database may have migrations that this version does not have (any more, or yet). */
const reading = { ...settings, disableMigrationsListValidation: true };

/** Key of the advisory lock that lets one process migrate at a time. */
const MIGRATION_LOCK = 7100;

/** The migrations that release 1.0 replaced by those up to `NEWEST_OF_1_0`: a new database never runs them (docs/decisions/0026). */
const BEFORE_1_0 = path.join(directory, 'before-1.0');
const NEWEST_OF_1_0 = '20261206113000_create_operations.ts';

/**
 * Migrates the schema to the newest version. Safe from several processes: they take turns under an advisory lock that ends with its
 * process. The lock row of knex, which a killed process leaves behind, is therefore meaningless and is cleared. Needs two connections.
 * @returns names of the applied migrations
 */
export function migrateToLatest(knex: Knex): Promise<string[]> {
  return knex.transaction(async (trx) => {
    await rowsOf(trx, sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    const completed = await completeReleasesBefore1(knex);
    await knex.migrate.forceFreeMigrationsLock(settings);
    const [, names] = (await knex.migrate.latest(settings)) as [number, string[]];
    return [...completed, ...names];
  });
}

/**
 * Brings an installation of a release before 1.0 to 1.0: applies what it has not applied of the migrations before 1.0, each in a transaction,
 * then records those of 1.0 instead, of which only the comments are applied.
 * @returns names of the applied migrations; empty for a new database and for one of 1.0 or later
 */
async function completeReleasesBefore1(knex: Knex): Promise<string[]> {
  const applied = await appliedMigrations(knex);
  const before = migrationsIn(BEFORE_1_0);
  if (!before.some((name) => applied.includes(name))) return [];
  const missing = before.filter((name) => !applied.includes(name));
  for (const name of missing) {
    await knex.transaction(async (trx) => {
      await (await load(BEFORE_1_0, name)).up(trx);
      await record(trx, [name]);
    });
  }
  const replacing = migrationsIn(directory).filter((name) => name <= NEWEST_OF_1_0);
  await knex.transaction(async (trx) => {
    for (const name of replacing) await trx.raw((await load(directory, name)).comments);
    await trx('schema_migration').whereIn('name', before).delete();
    await record(trx, replacing);
  });
  return missing;
}

const migrationsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .toSorted();

/** A migration file; `comments` is SQL, which those of 1.0 have. */
type Migration = { readonly up: (knex: Knex) => Promise<void>; readonly comments: string };

const load = async (folder: string, name: string): Promise<Migration> => import(pathToFileURL(path.join(folder, name)).href);

const record = async (trx: Knex.Transaction, names: readonly string[]): Promise<void> => {
  await trx('schema_migration').insert(names.map((name) => ({ name, batch: 1, migration_time: new Date() })));
};

const appliedMigrations = async (knex: Knex): Promise<string[]> =>
  (await knex.schema.hasTable(settings.tableName)) ? knex('schema_migration').pluck('name') : [];

/**
 * Reverts the newest migration.
 * @returns its name, or an empty list when there is none
 * @throws Error when the database has migrations that this version does not have, such as those before 1.0
 */
export async function undoNewestMigration(knex: Knex): Promise<string[]> {
  const [, names] = (await knex.migrate.down(settings)) as [number, string[]];
  return names;
}

/** Returns the last by name of the applied migrations; null when there is none. */
export async function newestMigration(knex: Knex): Promise<string | null> {
  const [applied] = (await knex.migrate.list(reading)) as [{ name: string }[], unknown[]];
  return (
    applied
      .map(({ name }) => name)
      .toSorted()
      .at(-1) ?? null
  );
}

/** Returns the names of migrations that the database has not applied. Empty when the schema is at the expected version. */
export async function pendingMigrations(knex: Knex): Promise<string[]> {
  const [, pending] = (await knex.migrate.list(reading)) as [unknown[], { file: string }[]];
  return pending.map((migration) => migration.file);
}
