import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { sendMentorMessage, aiMentor, regenerateAnswer } from '#contract/mentor/mentor.contract.ts';
import { retryRun } from '#contract/generation/run-control.contract.ts';
import { actOnBatch } from '#contract/operator/batches.contract.ts';
import { actOnRun } from '#contract/operator/runs-console.contract.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { continueRun } from '#contract/platform/runs.contract.ts';
import { KINDS } from '#domain/kinds.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { acceptingAtMost } from '#domain/platform/accepted-price.ts';
import { transact } from '#domain/platform/database.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { reserveWork } from './hold.commands.ts';

const db = useTestDatabase();
const expiresAt = new Date(Date.now() + 86_400_000);
const held = (accountId: string) => db.knex('token_hold').where({ owner_id: accountId }).pluck('amount');

/** An order whose parts are reserved one after the other, as a course and its pictures are. */
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
  // each order is counted on its own
  await order(accountId, 300, [300]);
  await order(accountId, null, [400]);
  expect((await held(accountId)).toSorted()).toEqual([100, 200, 300, 400]);
});

/** Operations that cost tokens without ordering a run of one kind: the mentor's answers, and retrying a run of any kind. */
const OF_NO_KIND: readonly Endpoint[] = [aiMentor, sendMentorMessage, regenerateAnswer, retryRun, continueRun, actOnRun, actOnBatch];

it('every kind of work that costs tokens is ordered by operations that take an accepted price, and by no others', () => {
  const kinds = Object.values(KINDS).flatMap(({ name, price }) => (price === 'free' ? [] : [{ name, price }]));
  expect(kinds.length).toBeGreaterThan(7);
  for (const { name: kind, price } of kinds)
    for (const endpoint of price.orderedBy) {
      const { name, headers, errors } = endpoint;
      expect([kind, name, ENDPOINTS.includes(endpoint), headers?.includes('Max-Price'), errors.includes('price.changed')]).toEqual([
        kind,
        name,
        true,
        true,
        true,
      ]);
    }
  const ordering = new Set<Endpoint>([...OF_NO_KIND, ...kinds.flatMap(({ price }) => price.orderedBy)]);
  expect(ENDPOINTS.filter((one) => one.headers?.includes('Max-Price') && !ordering.has(one)).map(({ name }) => name)).toEqual([]);
});

it('operations that charge a card without a page of the payment service take the price shown on the screen', () => {
  const charging = ENDPOINTS.filter(({ name, errors }) => errors.includes('payments.to_confirm') && name !== 'previewChange');
  expect(
    charging.map(({ name, body }) => [name, Object.keys(z.toJSONSchema(body!, { io: 'input' }).properties!).includes('accepted_cents')]),
  ).toEqual([['changeSubscription', true]]);
});

/**
 * Ordered by operators, who pay in dollars: the limit on each of these orders. A connection test is a lesson and its quiz, whatever is
 * chosen.
 */
const BOUND_BY: Readonly<Record<string, string | null>> = {
  startEvaluation: 'accepted_micro_usd',
  addBriefs: 'accepted_micro_usd',
  actOnEvaluation: 'accepted_micro_usd',
  planBatch: 'budget_cents',
  testServiceConnection: null,
};

it('operations that operators order at the installation’s cost take the price shown on the screen, or a budget', () => {
  const fieldsOf = ({ body }: Endpoint) => Object.keys(z.toJSONSchema(body!, { io: 'input' }).properties ?? {});
  const spending = ENDPOINTS.filter(
    ({ auth, errors, headers }) => auth === 'operator' && errors.includes('spend.install_cap') && !headers?.includes('Max-Price'),
  );
  expect(spending.map(({ name }) => name).toSorted()).toEqual(Object.keys(BOUND_BY).toSorted());
  for (const endpoint of spending) {
    const field = BOUND_BY[endpoint.name];
    if (field) expect(fieldsOf(endpoint), endpoint.name).toContain(field);
    if (field === 'accepted_micro_usd') expect(endpoint.errors, endpoint.name).toContain('evaluation.price_changed');
  }
});

it('work for an operation that takes no accepted price cannot reserve tokens', async () => {
  const accountId = await givenOwner({ tokens: 100 });
  const work = { accountId, jobId: randomUUID(), centitokens: 100, expiresAt, cause: 'Course' };
  await expect(acceptingAtMost('undeclared', () => transact((trx) => reserveWork(trx, work)))).rejects.toThrow('have no accepted price');
  expect(await held(accountId)).toEqual([]);
});
