import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Knex } from 'knex';
import { EXPORT_FORMATS } from '#contract/platform/export-formats.ts';
import { engineOf, SERVICES } from '#contract/platform/ai-services.ts';
import { PLACED } from '#contract/platform/kinds-of-work.ts';

const directory = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'migrations');

const settings = { directory, loadExtensions: ['.ts'], tableName: 'schema_migration' };

/** Options for reading: a database may have migrations that this version no longer has, or does not have yet. */
const reading = { ...settings, disableMigrationsListValidation: true };

/** Key of the advisory lock that lets one process migrate at a time. */
const MIGRATION_LOCK = 7100;
/** How often a process checks whether the previous migration has ended. */
const LOCK_POLL_MS = 250;

/** A database of a version that cannot be upgraded. The message says what to do. */
export class OldDatabaseError extends Error {
  constructor() {
    super(
      'This database was made by an older version and cannot be upgraded: take its data out with that version ' +
        '(`npm run backup -- <folder>`), then begin anew with another data folder (DATA_DIR=…) or an empty database (DATABASE_URL=…).',
    );
    this.name = 'OldDatabaseError';
  }
}

/**
 * Migrates the schema to the newest version. Safe from several processes: they take turns under an advisory lock that ends with its
 * process. The lock row of knex, which a killed process leaves behind, is therefore meaningless and is cleared. Needs two connections.
 * @returns names of the applied migrations
 * @throws OldDatabaseError
 */
export function migrateToLatest(knex: Knex): Promise<string[]> {
  return knex.transaction(async (trx) => {
    await takeTurn(trx);
    await refuseOldDatabase(knex);
    await knex.migrate.forceFreeMigrationsLock(settings);
    const [, names] = (await knex.migrate.latest(settings)) as [number, string[]];
    await enterNames(knex);
    return names;
  });
}

/**
 * Writes the product's AI services, what kinds of work can be placed, and the formats of exports to the database. A new one needs no
 * migration; a removed one stays, because rows refer to it.
 */
export async function enterNames(knex: Knex): Promise<void> {
  await knex('ai_service')
    .insert(SERVICES.map((name) => ({ name, engine: engineOf(name) })))
    .onConflict('name')
    .ignore();
  await knex('placed_kind')
    .insert(PLACED.map((name) => ({ name })))
    .onConflict('name')
    .ignore();
  await knex('export_format')
    .insert(EXPORT_FORMATS.map((name) => ({ name })))
    .onConflict('name')
    .ignore();
}

/**
 * Polls for the lock without leaving a waiting statement open. A concurrent index build waits for all older snapshots, and would wait for
 * ever for a process that in turn waits for the lock, or for the lock's holder.
 */
async function takeTurn(trx: Knex.Transaction): Promise<void> {
  for (;;) {
    // without a binding it is a simple query, whose portal ends with it
    const { rows } = (await trx.raw(`select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as is_ours`)) as { rows: { is_ours: boolean }[] };
    if (rows[0]!.is_ours) return;
    await sleep(LOCK_POLL_MS);
  }
}

/**
 * Refuses an older version's database: it has run a migration that is missing here although later ones exist here. A newer version's
 * database has only later ones.
 * @throws OldDatabaseError
 */
async function refuseOldDatabase(knex: Knex): Promise<void> {
  if (!(await knex.schema.hasTable(settings.tableName))) return;
  const here = readdirSync(directory).filter((name) => name.endsWith('.ts'));
  const newest = here.toSorted().at(-1)!;
  const applied = await knex('schema_migration').pluck('name');
  if (applied.some((name) => name < newest && !here.includes(name))) throw new OldDatabaseError();
}

/**
 * Reverts the newest migration.
 * @returns its name, or an empty list when there is none
 * @throws Error when the database has migrations that this version does not have, such as those of a newer one
 */
export async function undoNewestMigration(knex: Knex): Promise<string[]> {
  const [, names] = (await knex.migrate.down(settings)) as [number, string[]];
  return names;
}

/** Returns the applied migration whose name sorts last, or null. */
export async function newestMigration(knex: Knex): Promise<string | null> {
  const [applied] = (await knex.migrate.list(reading)) as [{ name: string }[], unknown[]];
  return (
    applied
      .map(({ name }) => name)
      .toSorted()
      .at(-1) ?? null
  );
}

/** Returns the names of the migrations still to be applied; empty when the schema is up to date. */
export async function pendingMigrations(knex: Knex): Promise<string[]> {
  const [, pending] = (await knex.migrate.list(reading)) as [unknown[], { file: string }[]];
  return pending.map((migration) => migration.file);
}
