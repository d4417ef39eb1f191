import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import knexFactory from 'knex';
import type { TestProject } from 'vitest/node';
import { migrateToLatest } from '#domain/platform/migrate.ts';
import { readTemplates, templatesNotExecuted } from '#domain/testing/executed-statements.ts';
import { migrateQueueStore } from '#queues/platform/queue-store.ts';
import { startStore } from '../start/store/start-store.mjs';
import { readConnections } from './connections.ts';
import { readUndeclared } from './expect-logged.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the migrated template database; never connect to it, clone it. */
    templateUrl: string;
    /** Folder for the data folders of all tests. */
    dataFolder: string;
    /** Folder in which the statements of all tests are recorded. */
    statementsFolder: string;
    /** Folder in which the connections of all tests are recorded. */
    connectionsFolder: string;
    /** Folder in which logged errors that no test has declared are recorded. */
    errorsFolder: string;
  }
}

/**
 * Starts a throw-away Postgres, migrates a template database in it, and stops it after all tests. After a complete run, every template of
 * the `sql` tag must have been executed against the migrated schema. Every run prints its outgoing connections; one without a purpose fails
 * it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = mkdtempSync(path.join(folderForStore(), 'coursewright-test-'));
  const store = await startStore({ dir: path.join(dir, 'store'), ephemeral: true });
  const admin = knexFactory({ client: 'pg', connection: store.url, pool: { min: 0, max: 1 } });
  await admin.raw('create database template_course');
  await admin.destroy();
  const templateUrl = new URL(store.url);
  templateUrl.pathname = '/template_course';
  const template = knexFactory({ client: 'pg', connection: templateUrl.href, pool: { min: 0, max: 2 } });
  await migrateToLatest(template);
  await migrateQueueStore(templateUrl.href);
  await template.destroy();
  project.provide('templateUrl', templateUrl.href);
  const dataFolder = path.join(dir, 'data');
  mkdirSync(dataFolder);
  project.provide('dataFolder', dataFolder);
  const statementsFolder = path.join(dir, 'statements');
  mkdirSync(statementsFolder);
  project.provide('statementsFolder', statementsFolder);
  const connectionsFolder = path.join(dir, 'connections');
  mkdirSync(connectionsFolder);
  project.provide('connectionsFolder', connectionsFolder);
  const errorsFolder = path.join(dir, 'errors');
  mkdirSync(errorsFolder);
  project.provide('errorsFolder', errorsFolder);
  return async () => {
    await store.stop();
    const undeclared = readUndeclared(errorsFolder);
    if (undeclared.length > 0) console.log(`logged errors that no test expects (expectLogged):\n  ${undeclared.join('\n  ')}`);
    const { table, aimless } = readConnections(connectionsFolder);
    console.log(`outgoing connections by purpose:\n${table.join('\n')}`);
    const left = (await isWholeRun(project)) ? templatesNotExecuted(readTemplates(), statementsFolder) : [];
    rmSync(dir, { recursive: true, force: true });
    if (aimless.length > 0) throw new Error(`connections without a purpose:\n${aimless.join('\n')}`);
    if (left.length > 0) throw new Error(`no test executes this SQL:\n${left.join('\n')}`);
  };
}

const MEMORY = '/dev/shm';
/** More than the databases of all workers need. */
const ROOM_BYTES = 2e9;

/**
 * Returns a folder in memory if there is room: a database has more than a thousand files, and copying and deleting one takes half as long
 * there. Elsewhere, durable writes wait for a disk.
 */
function folderForStore(): string {
  if (!existsSync(MEMORY)) return os.tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > ROOM_BYTES ? MEMORY : os.tmpdir();
}

/** Tells whether all files run, including slow ones: some statements are executed only there. */
async function isWholeRun({ vitest }: TestProject): Promise<boolean> {
  const files = await vitest.globTestSpecifications();
  const ran = vitest.state.getFiles();
  const isAll = ran.length === files.length && ran.some(({ filepath }) => filepath.includes('.slow.test.'));
  return isAll && vitest.config.testNamePattern === undefined;
}
