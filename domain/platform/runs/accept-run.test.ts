import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { RUN_BILLING } from '#domain/billing/ledger/run-billing.command.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { KINDS } from '#domain/kinds.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { acceptRun } from './accept-run.command.ts';
import { setRunEngine } from './engine.ts';

// none starts: each stays the live one of its request
const database = useTestDatabase({ maxActiveRuns: 0 });
const ORDERS = 15;

// whatever a kind's requests are: the engine is the same for all
const kinds = Object.values(KINDS).map((kind) => ({ ...kind, request: z.object({}) }));
beforeAll(() => setRunEngine({ kinds, billing: RUN_BILLING, tellEnd: async () => undefined }));

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
