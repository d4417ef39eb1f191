import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Knex } from 'knex';

const directory = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'migrations');

const settings = { directory, loadExtensions: ['.ts'], tableName: 'schema_migration' };

/** Key of the advisory lock that lets one process migrate at a time. */
const MIGRATION_LOCK = 7100;

/**
 * Migrates the schema to the newest version. Safe from several processes: they take turns under an advisory lock that ends with its
 * process. The lock row of knex, which a killed process leaves behind, is therefore meaningless and is cleared. Needs two connections.
 * @returns names of the applied migrations
 */
export function migrateToLatest(knex: Knex): Promise<string[]> {
  return knex.transaction(async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
    await knex.migrate.forceFreeMigrationsLock(settings);
    const [, names] = (await knex.migrate.latest(settings)) as [number, string[]];
    return names;
  });
}

/** Reverts the newest migration. @returns its name, or an empty list when there is none */
export async function undoNewestMigration(knex: Knex): Promise<string[]> {
  const [, names] = (await knex.migrate.down(settings)) as [number, string[]];
  return names;
}

/** Returns the last by name of the applied migrations; null when there is none. */
export async function newestMigration(knex: Knex): Promise<string | null> {
  const [applied] = (await knex.migrate.list(settings)) as [{ name: string }[], unknown[]];
  return (
    applied
      .map(({ name }) => name)
      .toSorted()
      .at(-1) ?? null
  );
}

/** Returns the names of migrations that the database has not applied. Empty when the schema is at the expected version. */
export async function pendingMigrations(knex: Knex): Promise<string[]> {
  const [, pending] = (await knex.migrate.list(settings)) as [unknown[], { file: string }[]];
  return pending.map((migration) => migration.file);
}
