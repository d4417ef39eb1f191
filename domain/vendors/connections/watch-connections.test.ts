import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { config, setConfig } from '#domain/platform/config.ts';
import { transact } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { listenToStore } from '#domain/platform/store-listener.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { CONNECTIONS_CHANNEL, watchConnections } from './apply-connections.ts';
import { deleteConnection, storeConnection } from './connection.commands.ts';

const WITHIN = { timeout: 5_000, interval: 20 };
const test = useTestDatabase();
let stop: () => Promise<void>;
let usual: ReturnType<typeof config>;
beforeAll(() => {
  usual = config();
  stop = listenToStore([watchConnections()]);
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await stop();
  setConfig(usual);
});

/** Changes the row as another process would: this process learns of it only from the notification. */
const save = (model: string) =>
  transact((trx) =>
    storeConnection(trx, {
      service: 'openai',
      kind: 'vendor',
      base_url: 'https://api.openai.com/v1',
      key: 'sk-live-0123456789abcdefk7Qw',
      model,
      context_tokens: null,
      price_input: null,
      price_output: null,
    } as never),
  );
const used = () => config().vendors.openai.model;

it('another process picks up a connection that was saved, changed or removed within five seconds', async () => {
  for (const model of ['gpt-one', 'gpt-other']) {
    await save(model);
    await expect.poll(used, WITHIN).toBe(model);
    expect(config().aiMode).toBe('live');
  }
  await transact((trx) => deleteConnection(trx, 'openai'));
  await expect.poll(() => config().aiMode, WITHIN).toBe(usual.aiMode);
});

it('a connection that could not be read when it was announced is read again until it can be', async () => {
  await save('gpt-one');
  await expect.poll(used, WITHIN).toBe('gpt-one');
  const warned = vi.spyOn(logger(), 'warn');
  await test.knex.raw('alter table service_connection rename to service_connection_away');
  await test.knex.raw(`select pg_notify('${CONNECTIONS_CHANNEL}', 'changed')`);
  await expect.poll(() => warned.mock.calls.length, WITHIN).toBeGreaterThan(0);
  // the old connections stay meanwhile
  expect(used()).toBe('gpt-one');
  await test.knex.raw('alter table service_connection_away rename to service_connection');
  await test.knex('service_connection').update({ model: 'gpt-other' });
  await expect.poll(used, WITHIN).toBe('gpt-other');
});
