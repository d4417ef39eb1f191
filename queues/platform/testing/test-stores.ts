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

/** Creates a database with nothing but BullMQ's schema, migrated twice: the second time must change nothing. */
export async function postgresStore(): Promise<TestStore> {
  const name = `queues_${randomBytes(6).toString('hex')}`;
  const url = new URL(inject('templateUrl'));
  url.pathname = '/postgres';
  const adminUrl = url.href;
  const admin = async (sql: string) => {
    const client = new pg.Client({ connectionString: adminUrl });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await admin(`create database ${name}`);
  url.pathname = `/${name}`;
  await migrateQueueStore(url.href);
  await migrateQueueStore(url.href);
  return {
    databaseUrl: url.href,
    redisUrl: null,
    sever: () => admin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`),
    drop: () => admin(`drop database ${name} with (force)`),
  };
}

let redis: TestRedis | null = null;

/** Starts one redis-server for all tests of a file, emptied after each. */
export async function redisStore(): Promise<TestStore> {
  const server = (redis ??= await startRedis());
  return { databaseUrl: 'postgres://unused', redisUrl: server.url, sever: () => server.crash(), drop: () => server.flush() };
}

export async function stopTestStores(): Promise<void> {
  await redis?.stop();
  redis = null;
}
