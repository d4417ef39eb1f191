import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';
import knexFactory, { type Knex } from 'knex';
import { afterAll, beforeAll, inject } from 'vitest';
import { setHashCost } from '#domain/identity/passwords/password.ts';
import { setCodeHashCost } from '#domain/identity/second-factor/recovery-codes.ts';
import { startEngine } from '#domain/kinds.ts';
import { connectDatabase, disconnectDatabase } from '#domain/platform/database.ts';
import { readConfig, setConfig, type Config } from '#domain/platform/config.ts';
import { callsSettled } from '#domain/vendors/llm/call.commands.ts';
import { noteStatements } from './executed-statements.ts';

export interface TestDatabase {
  readonly url: string;
  readonly knex: Knex;
}

/**
 * Gives the calling test file its own database, cloned from the migrated template, connected as the process's database, and configured as a
 * development installation. Call it once at the top of a test file; read the result inside tests. Files share a process: whatever a file
 * leaves in its memory, such as a cache or an opened queue, is cleared with its connection (`onDisconnect`), so that no file depends on the
 * one before it.
 * @param changes settings that this file overrides
 */
export function useTestDatabase(changes: Partial<Config> = {}): TestDatabase {
  const state = { url: '', knex: undefined as unknown as Knex };
  const name = `test_${randomBytes(6).toString('hex')}`;
  let admin: Knex;
  let dataDir: string;
  beforeAll(async () => {
    startEngine();
    // the weakest possible; `password.test.ts` and `identity.routes.test.ts` test the product's
    setHashCost({ memoryCost: 8, timeCost: 1, parallelism: 1 });
    setCodeHashCost(2);
    const template = new URL(inject('templateUrl'));
    const adminUrl = new URL(template);
    adminUrl.pathname = '/postgres';
    admin = knexFactory({ client: 'pg', connection: adminUrl.href, pool: { min: 0, max: 1 } });
    // cloning requires that nobody uses the template, so an advisory lock serialises it. Copying its files takes half the time of writing
    // them through the WAL
    await admin.raw('select pg_advisory_lock(7001)');
    try {
      await admin.raw(`create database ${name} template ${template.pathname.slice(1)} strategy file_copy`);
    } finally {
      await admin.raw('select pg_advisory_unlock(7001)');
    }
    template.pathname = `/${name}`;
    state.url = template.href;
    dataDir = mkdtempSync(path.join(inject('dataFolder'), 'files-'));
    // new people's texts are shown at once; tests of moderation change that
    const settings = {
      DATABASE_URL: state.url,
      DATA_DIR: dataDir,
      // a test states which errors it has logged: `expectLogged`
      LOG_LEVEL: 'error',
      NODE_ENV: 'test',
      MODERATION_FIRST_TEXTS: '0',
      SANDBOX_SERVICES: 'speech,translation',
    };
    // the sandbox stands for connected services, and not for a demo's library; tests of the demo change that
    setConfig({ ...readConfig(settings), demoLibrary: null, library: null, ...changes });
    // a test on a busy machine must not ask callers to come again
    state.knex = connectDatabase(state.url, { poolMax: 5, acquireMs: 60_000 });
    noteStatements(state.knex, inject('statementsFolder'));
  });
  afterAll(async () => {
    // a call that failed because its service was just closed would be recorded in the next file's database
    await setImmediate();
    await callsSettled();
    await disconnectDatabase();
    await admin.raw(`drop database if exists ${name} with (force)`);
    await admin.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return state;
}
