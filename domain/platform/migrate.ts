import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Knex } from 'knex';

const directory = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'migrations');

const settings = { directory, loadExtensions: ['.ts'], tableName: 'schema_migration' };

/** Brings the schema to the newest version. Safe to run from several processes: knex holds a lock row. @returns names applied */
export async function migrateToLatest(knex: Knex): Promise<string[]> {
  const [, names] = (await knex.migrate.latest(settings)) as [number, string[]];
  return names;
}

/** Undoes the newest batch. @returns names undone */
export async function rollbackMigration(knex: Knex): Promise<string[]> {
  const [, names] = (await knex.migrate.rollback(settings)) as [number, string[]];
  return names;
}

/** Names of migrations this code knows and the database has not applied. Empty when the schema is at the expected version. */
export async function pendingMigrations(knex: Knex): Promise<string[]> {
  const [, pending] = (await knex.migrate.list(settings)) as [unknown[], { file: string }[]];
  return pending.map((migration) => migration.file);
}
