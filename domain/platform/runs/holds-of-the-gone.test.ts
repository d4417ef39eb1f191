import { beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { ledgerFaults } from '#domain/billing/ledger/ledger-proof.queries.ts';
import { RUN_BILLING } from '#domain/billing/ledger/run-billing.command.ts';
import { walletBalance } from '#domain/billing/wallet/wallet.queries.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { purgeAccounts } from '#domain/identity/accounts/account-deletion.commands.ts';
import { KINDS } from '#domain/kinds.ts';
import { givenMember, givenOrganisation } from '#domain/organisations/organisation.factory.ts';
import { transact } from '#domain/platform/database.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { acceptRun } from './accept-run.command.ts';
import { failRun } from './complete-run.command.ts';
import { RUN_CALLS } from '#domain/vendors/llm/run-calls.ts';
import { setRunEngine } from './engine.ts';
import { releaseOrphans } from './release-orphans.command.ts';
import { retryRun } from './retry.commands.ts';
import { cancelRun } from './run.commands.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';

allowLogged(/ledger: released the remaining hold of an ended run/);

/** Work that is never delivered, paid from each purse: none of it stays held, whichever account or object is gone. */

const database = useTestDatabase();
const HOUR_MS = 3_600_000;
const words = toSentence('Bees');

const kindOf = (name: 'audio' | 'course', quota: object | null) => {
  const { lane, stages, begins, details } = KINDS[name];
  const order = () => ({ add: [], stage: stages[0]!, progress: 1 });
  const price = { cost: () => 250, quota, cause: () => words };
  return { name, lane, stages, begins, details, owner: 'person', request: z.object({}), price, order };
};
beforeAll(() => {
  setJobSink(async () => undefined);
  const unit = { feature: 'text_course', units: () => 1, reserved: words, used: words };
  const kinds = [kindOf('audio', null), kindOf('course', unit)];
  setRunEngine({ kinds: kinds as never, billing: RUN_BILLING, calls: RUN_CALLS, tellEnd: async () => undefined });
});

/** A purse, and a kind of work of an account that it pays for. */
const PURSES = {
  own: { kind: 'audio', give: async () => undefined },
  plan: { kind: 'course', give: async () => undefined },
  organisation: {
    kind: 'audio',
    async give(accountId: string) {
      const { id } = await givenOrganisation();
      await givenMember(id, accountId);
    },
  },
} as const;
type Purse = keyof typeof PURSES;

interface Ordered {
  readonly accountId: string;
  readonly kind: string;
  readonly runId: string;
}

const fail = ({ runId, kind }: Ordered) => transact((trx) => failRun(trx, { id: runId, kind }, 'internal', []));

/** Every fate of an order that delivers nothing. */
const ENDS: Readonly<Record<string, (ordered: Ordered) => Promise<unknown>>> = {
  'stopped while it waits': ({ runId, accountId }) => cancelRun({ runId, accountId, keep: false }),
  'stopped four times at once': ({ runId, accountId }) =>
    Promise.allSettled([1, 2, 3, 4].map(() => cancelRun({ runId, accountId, keep: false }))),
  'failed, tried again and stopped': async (ordered) => {
    await fail(ordered);
    await retryRun(ordered);
    await cancelRun({ ...ordered, keep: false });
  },
  'failed, tried again by four at once, and failed': async (ordered) => {
    await fail(ordered);
    await Promise.allSettled([1, 2, 3, 4].map(() => retryRun(ordered)));
    await fail(ordered);
  },
  'of an account that is deleted': async ({ accountId }) => {
    await database
      .knex('account')
      .where({ id: accountId })
      .update({ deletion_due_at: new Date(Date.now() - 1) });
    expect(await purgeAccounts()).toBe(1);
    expect(await releaseOrphans(new Date(Date.now() + 2 * HOUR_MS))).toBe(1);
    expect(await releaseOrphans(new Date(Date.now() + 2 * HOUR_MS))).toBe(0);
  },
};

const openHolds = async () => [
  ...(await database.knex('token_hold').where({ state: 'open' })),
  ...(await database.knex('quota_hold').where({ state: 'open' })),
];
const heldAndSpent = () =>
  database
    .knex('ledger_account')
    .where({ unit: 'TOK' })
    .whereIn('kind', ['held', 'spent'])
    .where('balance', '<>', 0)
    .select('owner_id', 'kind');
const countedUnits = () => database.knex('quota_counter').where('held', '>', 0).orWhere('used', '>', 0).select('feature');

async function order(purse: Purse, refuse?: () => Promise<void>): Promise<Ordered> {
  const { kind, give } = PURSES[purse];
  const accountId = await givenOwner({ tokens: 100 });
  await give(accountId);
  await walletBalance(accountId);
  const given = { kind, accountId, request: {}, subject: 'Bees', requestId: 'test', fingerprint: 'Bees', dedupeKey: null };
  const { runId } = await acceptRun({ ...given, ...(refuse && { begin: refuse }) });
  return { accountId, kind, runId };
}

const purses = Object.keys(PURSES) as Purse[];

it.each(purses.flatMap((purse) => Object.keys(ENDS).map((end) => [purse, end] as const)))('paid by %s, %s', async (purse, end) => {
  const ordered = await order(purse);
  expect(await database.knex('run').where({ id: ordered.runId }).first('paid_from')).toEqual({ paid_from: purse });
  expect(await openHolds()).toHaveLength(1);
  await ENDS[end]!(ordered);
  expect([await openHolds(), await heldAndSpent(), await countedUnits()]).toEqual([[], [], []]);
  expect(await ledgerFaults()).toEqual([]);
});

it.each(purses)('paid by %s, refused after it was reserved', async (purse) => {
  const refused = order(purse, () => Promise.reject(new Error('its rows cannot be written')));
  await expect(refused).rejects.toThrow('its rows cannot be written');
  expect([await openHolds(), await heldAndSpent(), await countedUnits()]).toEqual([[], [], []]);
});
