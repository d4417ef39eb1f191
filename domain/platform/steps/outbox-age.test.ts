import { expect, it } from 'vitest';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { outboxAgeS } from './outbox-age.queries.ts';

const database = useTestDatabase();

it('the outbox is as old as its oldest announcement, and 0 when it is empty', async () => {
  expect(await outboxAgeS()).toBe(0);
  const created = (s: number) => ({
    job: 'admission',
    lane: 'interactive',
    due_at: new Date(),
    created_at: new Date(Date.now() - s * 1_000),
  });
  await database.knex('outbox').insert([created(5), created(90)]);
  expect(Math.round(await outboxAgeS())).toBeCloseTo(90, -1);
});
