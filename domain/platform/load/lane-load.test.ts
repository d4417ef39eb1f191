import { expect, it } from 'vitest';
import { insertRun } from '#domain/testing/account.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { isLaneLive } from './lane-load.queries.ts';

const database = useTestDatabase();

it('a lane is live while a run of it is being worked on', async () => {
  await insertRun(database.knex, { lane: 'interactive', status: 'queued' });
  await insertRun(database.knex, { lane: 'batch' });
  expect(await isLaneLive('interactive')).toBe(false);
  expect(await isLaneLive('batch')).toBe(true);
});
