import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { shareListener } from './shared-listener.ts';
import { postgresStore, stopTestStores } from './testing/test-stores.ts';

afterAll(stopTestStores);

it('a connection that the store ends while it is being closed is nobody’s loss, and does not end the process', async () => {
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
