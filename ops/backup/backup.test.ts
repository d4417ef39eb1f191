import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import knexFactory, { type Knex } from 'knex';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { installSecret } from '#domain/platform/install-secret.mjs';
import { insertRun } from '#domain/testing/account.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { printOf, readAlike, sequencesOf, tablesOf } from './tables.ts';

const db = useTestDatabase();
const scratch = mkdtempSync(path.join(tmpdir(), 'coursewright-backup-'));
const [to, here, there] = [path.join(scratch, 'backup'), path.join(scratch, 'here'), path.join(scratch, 'there')];
let other: Knex;
let admin: Knex;
const NAME = `restored_${process.pid}`;

beforeAll(async () => {
  const template = new URL(inject('templateUrl'));
  admin = knexFactory({ client: 'pg', connection: new URL('/postgres', template).href, pool: { min: 0, max: 1 } });
  await admin.raw('select pg_advisory_lock(7001)');
  await admin.raw(`create database ${NAME} template ${template.pathname.slice(1)}`);
  await admin.raw('select pg_advisory_unlock(7001)');
  other = knexFactory({ client: 'pg', connection: new URL(`/${NAME}`, template).href, pool: { min: 0, max: 2 } });
});
afterAll(async () => {
  await other.destroy();
  await admin.raw(`drop database if exists ${NAME} with (force)`);
  await admin.destroy();
  rmSync(scratch, { recursive: true, force: true });
});

const printsOf = (knex: Knex) =>
  knex.transaction(async (trx) => {
    await readAlike(trx);
    const prints: Record<string, object> = {};
    for (const table of await tablesOf(trx)) prints[table] = await printOf(trx, table);
    return { prints, sequences: await sequencesOf(trx) };
  });

it('a backup that is put into another store equals it by the checksum of every table, its sequences and secrets; constraints and triggers stand again', async () => {
  const owner = await givenOwner();
  await givenCourse(owner);
  const runId = await insertRun(db.knex, { account_id: owner, request: JSON.stringify({ text: 'Zeile\n”zwei” \u{1f41d}', n: 0.1 }) });
  await db.knex('run_event').insert({ run_id: runId, event: 'test', text: 'a\\b\tc' });
  await db.knex('operator_setting').insert({ name: 'max_active_runs', value: 0.1 + 0.2 });
  installSecret(here, 'badges');
  const before = await printsOf(db.knex);
  const { tables } = await makeBackup(db.knex, { to, dataDir: here });
  expect(tables['course']?.rows).toBe(1);
  expect(tables).toEqual(before.prints);

  await restoreBackup(other, { from: to, dataDir: there, replace: false });
  expect(await printsOf(other)).toEqual(before);
  expect(readFileSync(path.join(there, 'secrets', 'badges'))).toEqual(readFileSync(path.join(here, 'secrets', 'badges')));
  const standing = `select (select count(*)::int from pg_constraint where contype = 'f') as keys,
                           (select count(*)::int from pg_trigger where not tgisinternal and tgenabled = 'O') as triggers`;
  expect((await other.raw(standing)).rows).toEqual((await db.knex.raw(standing)).rows);
  // new rows get new numbers
  await other('run_event').insert({ run_id: runId, event: 'later', text: '' });
});

it('nothing changes when a store holds accounts, a row was changed, or the schema is of another version', async () => {
  const restore = (replace: boolean) => restoreBackup(other, { from: to, dataDir: there, replace });
  await expect(restore(false)).rejects.toThrow('accounts in this store');
  await restore(true);
  const before = await printsOf(other);
  const file = path.join(to, 'tables', 'operator_setting.gz');
  const saved = readFileSync(file);
  writeFileSync(file, gzipSync(gunzipSync(saved).toString().replace('0.3', '0.4')));
  await expect(restore(true)).rejects.toThrow('operator_setting differs');
  writeFileSync(file, saved);
  await other('schema_migration').where('name', 'like', '20261129120000%').update({ name: 'another' });
  await expect(restore(true)).rejects.toThrow('restore with the version that made it');
  expect(await printsOf(other)).toEqual(before);
  await expect(makeBackup(db.knex, { to, dataDir: here })).rejects.toThrow('is not empty');
});
