import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { migrateQueueStore } from '../queue-store.ts';
import { startRedis, type TestRedis } from './redis-server.ts';

/** An empty queue store for one test. */
export interface TestStore {
  readonly databaseUrl: string;
  readonly redisUrl: string | null;
  /** Cuts every connection of every process. */
  sever(): Promise<void>;
  drop(): Promise<void>;
}

const newName = () => `queues_${randomBytes(6).toString('hex')}`;
const addressOf = (database: string): string => {
  const url = new URL(inject('templateUrl'));
  url.pathname = `/${database}`;
  return url.href;
};
async function admin(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: addressOf('postgres') });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

let template: Promise<string> | null = null;
let redis: TestRedis | null = null;

/** Creates a database with only BullMQ's schema, migrated twice: the second time must change nothing. */
async function makeTemplate(): Promise<string> {
  const name = newName();
  await admin(`create database ${name}`);
  await migrateQueueStore(addressOf(name));
  await migrateQueueStore(addressOf(name));
  return name;
}

/** Creates a database with only BullMQ's schema, copied from one that is migrated once for all tests of a file. */
export async function postgresStore(): Promise<TestStore> {
  const name = newName();
  await admin(`create database ${name} template ${await (template ??= makeTemplate())} strategy file_copy`);
  return {
    databaseUrl: addressOf(name),
    redisUrl: null,
    sever: () => admin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`),
    drop: () => admin(`drop database ${name} with (force)`),
  };
}

/** Starts one redis-server for all tests of a file, emptied after each. */
export async function redisStore(): Promise<TestStore> {
  const server = (redis ??= await startRedis());
  return { databaseUrl: 'postgres://unused', redisUrl: server.url, sever: () => server.crash(), drop: () => server.flush() };
}

export async function stopTestStores(): Promise<void> {
  await redis?.stop();
  redis = null;
  if (template) await admin(`drop database ${await template} with (force)`);
  template = null;
}
