import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { RUN_BILLING } from '#domain/billing/ledger/run-billing.command.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { KINDS } from '#domain/kinds.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { acceptRun } from './accept-run.command.ts';
import { RUN_CALLS } from '#domain/vendors/llm/run-calls.ts';
import { setRunEngine } from './engine.ts';

// none starts, so that each stays the live run of its request
const database = useTestDatabase({ maxActiveRuns: 0 });
const ORDERS = 15;

// any kind of request will do: the engine is the same for all
const kinds = Object.values(KINDS).map((kind) => ({ ...kind, request: z.object({}) }));
beforeAll(() => setRunEngine({ kinds, billing: RUN_BILLING, calls: RUN_CALLS, tellEnd: async () => undefined }));

describe.each(Object.values(KINDS))('$name, ordered fifteen times at once', ({ name, owner }) => {
  it.each(['without keys', 'each with a key of its own'])('%s, is one run', async (keys) => {
    const accountId = owner === 'person' ? await givenOwner() : null;
    const orders = Array.from({ length: ORDERS }, (_, n) => ({
      kind: name,
      accountId,
      request: {},
      subject: 'Bees',
      requestId: `order-${n}`,
      ...(keys !== 'without keys' && { idempotencyKey: `key-${n}` }),
      fingerprint: 'Bees',
      dedupeKey: `${keys}:${name}`,
      cost: 0,
    }));
    const answers = await Promise.all(orders.map(acceptRun));
    expect(new Set(answers.map(({ runId }) => runId)).size).toBe(1);
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
    const again = await Promise.all(orders.map(acceptRun));
    expect(again).toEqual(answers.map(({ runId }) => ({ runId, created: false })));
    expect(await database.knex('run').where({ kind: name, dedupe_key: `${keys}:${name}` })).toHaveLength(1);
  });
});

it('a run blocked by another row of its kind is refused, and no missing run is returned', async () => {
  const accountId = await givenOwner();
  const taken = Object.assign(new Error('taken'), { code: '23505' });
  const order = {
    kind: 'roster',
    accountId,
    request: {},
    subject: 'Bees',
    requestId: 'order',
    fingerprint: 'Bees',
    dedupeKey: 'taken',
  } as const;
  const begin = () => Promise.reject(taken);
  await expect(acceptRun({ ...order, begin })).rejects.toBe(taken);
  expect(await database.knex('run').where({ account_id: accountId })).toEqual([]);
  // a temporary obstacle does not prevent a run
  let tries = 0;
  const { runId, created } = await acceptRun({ ...order, begin: async () => void ((tries += 1) < 3 && (await begin())) });
  expect(created).toBe(true);
  expect(await database.knex('run').where({ id: runId })).toHaveLength(1);
});
