import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { migrateToLatest, pendingMigrations } from './migrate.ts';

const db = useTestDatabase();
const FILES = readdirSync(path.resolve(import.meta.dirname, '../../migrations')).filter((name) => name.endsWith('.ts'));

it('a new database has run all migrations in the order of their numbers, and none twice', async () => {
  expect(await db.knex('schema_migration').orderBy('id').pluck('name')).toEqual(FILES.toSorted());
  expect([await pendingMigrations(db.knex), await migrateToLatest(db.knex)]).toEqual([[], []]);
});

it('every migration has its own number, of four digits', () => {
  const numbers = FILES.map((name) => /^(\d{4})_[a-z0-9_]+\.ts$/.exec(name)?.[1]);
  expect(numbers).not.toContain(undefined);
  expect(new Set(numbers).size).toBe(FILES.length);
});

it('a database of an older version is refused, unchanged, with instructions for starting afresh', async () => {
  await db.knex('schema_migration').insert({ name: '20261206110100_create_accounts.ts', batch: 1, migration_time: new Date() });
  const before = await db.knex('schema_migration').orderBy('id');
  await expect(migrateToLatest(db.knex)).rejects.toThrow(/take its data out .*npm run backup.* begin anew .*DATA_DIR/);
  expect(await db.knex('schema_migration').orderBy('id')).toEqual(before);
});
