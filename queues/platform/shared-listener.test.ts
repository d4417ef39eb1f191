import type { Socket } from 'node:net';
import pg from 'pg';
import { afterAll, expect, it, vi } from 'vitest';
import { shareListener } from './postgres-transport.ts';
import { postgresStore, stopTestStores } from './testing/test-stores.ts';

afterAll(stopTestStores);

it('a connection that the store ends while it is being closed affects nobody, and does not end the process', async () => {
  const store = await postgresStore();
  const pool = new pg.Pool({ connectionString: store.databaseUrl });
  pool.on('error', () => undefined);
  const opened: pg.PoolClient[] = [];
  pool.on('connect', (client) => void opened.push(client));
  const shared = shareListener(pool);
  const first = await shared.connect();
  await first.query('listen jobs');
  first.release();
  const second = await shared.connect();
  await second.query('listen jobs');
  const losses: unknown[] = [];
  second.on('error', (error) => losses.push(error));
  opened[0]!.emit('error', new Error('terminating connection'));
  expect(losses).toEqual([]);
  second.release();
  await pool.end();
  await store.drop();
});

it('a connection that has gone silent is lost to its workers, which get another', async () => {
  const store = await postgresStore();
  const pool = new pg.Pool({ connectionString: store.databaseUrl });
  const opened: pg.PoolClient[] = [];
  pool.on('connect', (client) => void opened.push(client));
  const shared = shareListener(pool, 200);
  const first = await shared.connect();
  await first.query('listen jobs');
  const losses: Error[] = [];
  first.on('error', (error) => losses.push(error));
  // as after a failover: the store's messages no longer arrive, and nothing resets the connection
  (opened[0] as unknown as { connection: { stream: Socket } }).connection.stream.pause();
  await vi.waitUntil(() => losses.length > 0, { timeout: 60_000 });
  expect(losses[0]).toMatchObject({ message: 'Query read timeout' });
  const second = await shared.connect();
  const heard: unknown[] = [];
  second.on('notification', ({ payload }) => heard.push(payload));
  await second.query('listen jobs');
  await pool.query(`select pg_notify('jobs', 'one')`);
  await vi.waitUntil(() => heard.length > 0, { timeout: 60_000 });
  expect(heard).toEqual(['one']);
  first.release();
  second.release();
  await pool.end();
  await store.drop();
});
