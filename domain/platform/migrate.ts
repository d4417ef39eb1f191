import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Knex } from 'knex';

const directory = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'migrations');

const settings = { directory, loadExtensions: ['.ts'], tableName: 'schema_migration' };

/** Key of the advisory lock under which one process migrates at a time. */
const MIGRATION_LOCK = 7100;

/**
 * Brings the schema to the newest version. Safe to run from several processes: one at a time works, under a lock that ends with its
 * process. So the lock row of knex, which a killed process leaves behind, means nothing and is freed. Needs two connections.
 * @returns names applied
 */
export function migrateToLatest(knex: Knex): Promise<string[]> {
  return knex.transaction(async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
    await knex.migrate.forceFreeMigrationsLock(settings);
    const [, names] = (await knex.migrate.latest(settings)) as [number, string[]];
    return names;
  });
}

/** Undoes the newest migration. @returns its name, or nothing when there is none */
export async function undoNewestMigration(knex: Knex): Promise<string[]> {
  const [, names] = (await knex.migrate.down(settings)) as [number, string[]];
  return names;
}

/** Names of migrations this code knows and the database has not applied. Empty when the schema is at the expected version. */
export async function pendingMigrations(knex: Knex): Promise<string[]> {
  const [, pending] = (await knex.migrate.list(settings)) as [unknown[], { file: string }[]];
  return pending.map((migration) => migration.file);
}
