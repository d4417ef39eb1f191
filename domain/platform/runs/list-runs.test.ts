import { expect, it } from 'vitest';
import { insertAccount, insertRun } from '#domain/testing/account.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { listRuns } from './list-runs.queries.ts';

const database = useTestDatabase();

it('runs are found by their subject, their title, and the additions of their kind', async () => {
  const accountId = await insertAccount(database.knex);
  const bees = await insertRun(database.knex, { account_id: accountId, subject: 'bees', title: 'The Hive' });
  const clip = await insertRun(database.knex, {
    account_id: accountId,
    kind: 'video',
    subject: 'a clip',
    request: '{"prompt":"a harbour"}',
  });
  const found = async (q: string) =>
    (await listRuns({ accountId, live: false, limit: 10, q, kinds: ['course', 'video'] })).runs.map(({ base }) => base.task_id);
  expect(await found('hive')).toEqual([bees]);
  expect(await found('BEES')).toEqual([bees]);
  expect(await found('harbour')).toEqual([clip]);
  expect(await found('wasps')).toEqual([]);
});
