import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { RUN_BILLING } from '#domain/billing/ledger/run-billing.command.ts';
import { givenTokens } from '#domain/billing/ledger/wallet.factory.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { KINDS } from '#domain/kinds.ts';
import { transact } from '#domain/platform/database.ts';
import { jobIdOf } from '#domain/platform/job-id.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { acceptRun } from './accept-run.command.ts';
import { admitRuns } from './admit-runs.command.ts';
import { lockRun } from './advance-run.command.ts';
import { completeRun, failRun } from './complete-run.command.ts';
import { RUN_CALLS } from '#domain/vendors/llm/run-calls.ts';
import { setRunEngine } from './engine.ts';
import { retryRun } from './retry.commands.ts';
import { cancelRun } from './run.commands.ts';

const database = useTestDatabase();
const COST = 250;
const half = (reserved: number) => Math.floor(reserved / 2);

// the steps of a kind do not matter: the engine ends runs, and is the same for all
const kinds = Object.values(KINDS)
  .filter(({ owner }) => owner === 'person')
  .map(({ name, lane, stages, begins, details }) => ({
    name,
    lane,
    stages,
    begins,
    details,
    owner: 'person' as const,
    request: z.object({}),
    price: {
      cost: () => COST,
      quota: null,
      cause: () => toSentence('Bees'),
    },
    order: () => ({
      add: [],
      stage: stages[0]!,
      progress: 1,
    }),
    keep: async (
      trx: Parameters<typeof completeRun>[0],
      {
        id,
      }: {
        id: string;
      },
    ) => {
      await completeRun(trx, {
        runId: id,
        share: half,
        stopped: true,
      });
      return true;
    },
  }));
beforeAll(() => {
  setJobSink(async () => undefined);
  setRunEngine({ kinds: kinds as never, billing: RUN_BILLING, calls: RUN_CALLS, tellEnd: async () => undefined });
});

/** Every way in which a run starts, ends or starts again; an impossible transition is refused, and must leave no hold. */
const ACTS = {
  complete: (id: string) => inRun(id, (trx) => completeRun(trx, { runId: id })),
  'complete in part': (id: string) => inRun(id, (trx) => completeRun(trx, { runId: id, share: half })),
  'complete for nothing': (id: string) => inRun(id, (trx) => completeRun(trx, { runId: id, share: () => 0 })),
  fail: (id: string, kind: string) => inRun(id, (trx) => failRun(trx, { id, kind }, 'internal', [])),
  stop: (id: string, _: string, accountId: string) => cancelRun({ runId: id, accountId, keep: false }),
  'stop and keep': (id: string, _: string, accountId: string) => cancelRun({ runId: id, accountId, keep: true }),
  retry: (id: string, _: string, accountId: string) => retryRun({ runId: id, accountId }),
  admit: () => admitRuns(),
} as const;
type Act = keyof typeof ACTS;

/** Ends a run as its last step does: under its lock, while it is live. */
const inRun = (id: string, work: (trx: Parameters<typeof completeRun>[0]) => Promise<unknown>) =>
  transact(async (trx) => {
    await lockRun(trx, id);
    const live = await trx('run').where({ id }).whereIn('status', ['queued', 'running']).first('id');
    if (live) await work(trx);
  });

const openHolds = async () => (await database.knex('token_hold').where({ state: 'open' }).pluck('job_id')).toSorted();
const liveJobs = async () => {
  const live = await database.knex('run').whereIn('status', ['queued', 'running']).where('tokens_reserved', '>', 0).select('id', 'attempt');
  return live.map(({ id, attempt }) => jobIdOf(id, attempt)).toSorted();
};

it('each hold belongs to an active run, and ends with it, however it ends, in whatever order, and however many at once', async () => {
  const accountId = await givenOwner();
  await givenTokens(accountId, 10_000);
  const acts = fc.constantFrom(...(Object.keys(ACTS) as Act[]));
  const play = fc.array(fc.tuple(fc.nat({ max: 2 }), fc.array(acts, { minLength: 1, maxLength: 4 })), { minLength: 3, maxLength: 8 });
  let order = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...kinds.map(({ name }) => name)), play, async (kind, turns) => {
      const given = { kind, accountId, request: {}, subject: 'Bees', requestId: 'test', fingerprint: 'Bees' };
      const runs = await Promise.all(
        [0, 1, 2].map(() => acceptRun({ ...given, dedupeKey: `order-${(order += 1)}` }).then(({ runId }) => runId)),
      );
      expect(await openHolds()).toEqual(await liveJobs());
      for (const [which, several] of turns) {
        await Promise.allSettled(several.map((act) => ACTS[act](runs[which]!, kind, accountId)));
        expect(await openHolds(), several.join(' + ')).toEqual(await liveJobs());
      }
      await Promise.all(runs.map((runId) => cancelRun({ runId, accountId, keep: false }).catch(() => undefined)));
      expect(await openHolds()).toEqual([]);
    }),
    { numRuns: 25, seed: 74 },
  );
  // amounts held and not charged are available again
  const [sum] = await database.knex('run').where({ account_id: accountId }).sum({ charged: 'tokens_charged' });
  const [lots] = await database.knex('token_lot').where({ owner_id: accountId, source: 'purchase' }).sum({ held: 'held' });
  expect(Number(lots?.['held'] ?? 0)).toBe(0);
  expect(Number(sum!['charged'])).toBeGreaterThan(0);
});
