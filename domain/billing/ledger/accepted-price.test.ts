import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { acceptingAtMost } from '#domain/platform/accepted-price.ts';
import { transact } from '#domain/platform/database.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { reserveWork } from './hold.commands.ts';

const db = useTestDatabase();
const expiresAt = new Date(Date.now() + 86_400_000);
const held = (accountId: string) => db.knex('token_hold').where({ owner_id: accountId }).pluck('amount');

/** An order of parts that are reserved one after the other, as a course and its pictures. */
const order = (accountId: string, atMost: number | null, parts: readonly number[]) =>
  acceptingAtMost(atMost, () =>
    transact(async (trx) => {
      for (const centitokens of parts) await reserveWork(trx, { accountId, jobId: randomUUID(), centitokens, expiresAt, cause: 'Course' });
    }),
  );

it('an order that would cost more than was accepted reserves nothing, whatever its parts', async () => {
  const accountId = await givenOwner({ tokens: 100 });
  await expect(order(accountId, 300, [200, 101])).rejects.toMatchObject({ code: 'price.changed', data: { needed: 3.01, available: 3 } });
  await expect(order(accountId, 0, [1])).rejects.toMatchObject({ code: 'price.changed' });
  expect(await held(accountId)).toEqual([]);
  await order(accountId, 300, [200, 100]);
  // each order is one of its own
  await order(accountId, 300, [300]);
  await order(accountId, null, [400]);
  expect((await held(accountId)).toSorted()).toEqual([100, 200, 300, 400]);
});

it('every operation that costs takes an accepted price, and says that it may be refused', () => {
  const costs = ENDPOINTS.filter(({ errors }) => errors.includes('tokens.insufficient'));
  expect(costs.length).toBeGreaterThan(15);
  for (const { name, headers, errors } of costs)
    expect([name, headers?.includes('Max-Price'), errors.includes('price.changed')]).toEqual([name, true, true]);
});
