import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { beforeAll, describe, expect, it } from 'vitest';
import { transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { freezeLot, thawLot, revokeLot } from './lot.commands.ts';
import { grantTokens } from './grant.commands.ts';
import { burnOrderFaults, withRewrites } from './ledger-checks.factory.ts';
import { findLedgerFaults } from './ledger-proof.queries.ts';
import { organisationOwner, personOwner, type Owner } from './owner.ts';
import { recordSale, recordSaleRefund } from './record-sale.command.ts';
import { reserveQuota, settleQuota } from '#domain/billing/quotas/quota.commands.ts';
import { reserveTokens, captureHold, releaseHold } from './hold.commands.ts';
import { givenTokens } from './wallet.factory.ts';

// A checker that cannot fail proves nothing: each invariant gets a planted fault, which its own checker must find
const db = useTestDatabase({});
const HOUR_MS = 3_600_000;
const noon = new Date(`${new Date().toISOString().slice(0, 10)}T12:00:00Z`);
const later = (hours: number) => new Date(noon.getTime() + hours * HOUR_MS);

class RolledBack extends Error {}

/** Runs `work` in a transaction that is rolled back. */
async function rolledBack(work: (trx: Knex.Transaction) => Promise<void>): Promise<void> {
  await db.knex
    .transaction(async (trx) => {
      await work(trx);
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
}

/** A day in a wallet: every operation that exists. */
async function aDay(trx: Knex.Transaction, owner: Owner): Promise<void> {
  const hold = { owner, cause: 'Course', now: noon, expiresAt: later(1) };
  await grantTokens(trx, {
    owner,
    source: 'purchase',
    centitokens: 9_000,
    periodKey: 'p',
    orderId: `order-${owner.id}`,
    cause: 'Purchase',
    now: noon,
  });
  await grantTokens(trx, { owner, source: 'admin', centitokens: 6_000, periodKey: 'a', expiresAt: later(2), cause: 'Gift', now: noon });
  for (const n of [1, 2]) await reserveTokens(trx, { ...hold, jobId: `${owner.id}-${n}`, centitokens: 4_000 });
  await captureHold(trx, { jobId: `${owner.id}-1`, centitokens: 3_000, now: noon });
  await releaseHold(trx, { jobId: `${owner.id}-2`, now: later(5) });
  await freezeLot(trx, { orderId: `order-${owner.id}`, now: later(5) });
  await thawLot(trx, { orderId: `order-${owner.id}`, now: later(5) });
  await reserveTokens(trx, { ...hold, jobId: `${owner.id}-3`, centitokens: 6_000, now: later(5) });
  await reserveQuota(trx, { ...hold, feature: 'text_course', units: 1, jobId: `${owner.id}-q` });
  await settleQuota(trx, { jobId: `${owner.id}-q`, feature: 'text_course', used: true });
}

const SEEN = [
  '(select request_hash from ledger_transaction where idempotency_key = ?) as seen',
  '(select null::text where ?::text is null) as seen',
] as const;
const NEW_KEY = ['select ?, ?::text, ?', 'select ?, ?::text || gen_random_uuid(), ?'] as const;
const noPeriods = 'alter table token_lot drop constraint token_lot_owner_kind_owner_id_source_period_key_key';
const noParts = 'alter table token_lot drop constraint token_lot_parts';

interface Mutant {
  /** Beginning of the invariant's name. */
  readonly found: string;
  /** A statement that disables the database's own check, so that the fault gets through. */
  readonly disarm?: string;
  readonly rewrites?: readonly (readonly [string, string])[];
  readonly views?: Readonly<Record<string, string>>;
  readonly also?: (trx: Knex.Transaction, owner: Owner) => Promise<unknown>;
}

const MUTANTS: readonly (readonly [string, Mutant])[] = [
  [
    'an entry is a little short',
    { found: 'I1', rewrites: [['a.id, e.lot_id, e.amount', 'a.id, e.lot_id, e.amount + case when e.seq = 0 then 1 else 0 end']] },
  ],
  ['balances do not follow', { found: 'I2', disarm: 'alter table ledger_entry disable trigger ledger_entry_apply' }],
  [
    'a balance is written by hand',
    { found: 'I3', also: (trx, { id }) => trx('ledger_account').where({ owner_id: id, kind: 'expired' }).increment('balance', 1) },
  ],
  [
    'a lot keeps what was taken from it',
    {
      found: 'I4',
      disarm: `${noParts}; alter table token_lot drop constraint token_lot_frozen`,
      rewrites: [['remaining = t.remaining + coalesce(d.remaining, 0)', 'remaining = t.remaining + greatest(coalesce(d.remaining, 0), 0)']],
    },
  ],
  [
    'a lot does not know what is held of it',
    {
      found: 'I5',
      disarm: noParts,
      rewrites: [['held = t.held + coalesce(d.held, 0)', 'held = t.held + greatest(coalesce(d.held, 0), 0)']],
    },
  ],
  [
    'a capture does not reach its lot',
    { found: 'I6', disarm: noParts, rewrites: [['spent = t.spent + coalesce(d.spent, 0)', 'spent = t.spent']] },
  ],
  ['what is dead is forgotten', { found: 'I7', disarm: noParts, rewrites: [['dead = t.dead + coalesce(d.dead, 0)', 'dead = t.dead']] }],
  [
    'a day is given twice',
    {
      found: 'I8',
      disarm: noPeriods,
      rewrites: [['and period_key = any(?::text[])', 'and period_key = any(?::text[]) and false'], NEW_KEY, SEEN],
    },
  ],
  [
    'an order is given twice',
    {
      found: 'I8',
      disarm: 'alter table token_lot drop constraint token_lot_order_id_key',
      rewrites: [NEW_KEY, SEEN],
      // by a caller with another occasion
      also: (trx, owner) =>
        grantTokens(trx, {
          owner,
          source: 'purchase',
          centitokens: 9_000,
          periodKey: 'again',
          orderId: `order-${owner.id}`,
          cause: 'Purchase',
        }),
    },
  ],
  [
    'a refund takes back what was spent as well',
    {
      found: 'I14 nobody has less than nothing',
      disarm: `${noParts}; alter table token_lot drop constraint token_lot_remaining_check; alter table token_lot drop constraint token_lot_revoked;
        alter table ledger_account drop constraint ledger_account_covered`,
      views: {
        token_lot: `select id, owner_kind, owner_id, order_id, source, period_key, frozen, frozen_at, revoked_at, expires_at, amount as remaining from token_lot`,
      },
      also: (trx, { id }) => revokeLot(trx, { orderId: `order-${id}`, centitokens: 'all', now: later(5) }),
    },
  ],
  ['a hold stays open after its end', { found: 'I9', rewrites: [['where h.id = ?', 'where h.id = ? and false']] }],
  [
    'a hold is ended twice',
    {
      found: 'I9',
      rewrites: [["where idempotency_key = 'settle:' || h.job_id) as seen", 'where false) as seen'], NEW_KEY],
      disarm: `${noParts}; alter table token_lot drop constraint token_lot_held_check; alter table ledger_account drop constraint ledger_account_covered;
        ${noPeriods}`,
      also: (trx, { id }) => releaseHold(trx, { jobId: `${id}-2`, now: later(5) }),
    },
  ],
  [
    'keys are not unique',
    {
      found: 'I10',
      disarm: 'alter table ledger_transaction drop constraint ledger_transaction_idempotency_key_key',
      rewrites: [['on conflict (idempotency_key) do nothing', ''], SEEN],
      also: (trx, owner) =>
        grantTokens(trx, { owner, source: 'admin', centitokens: 1, periodKey: 'b', cause: 'Gift' }).then(() =>
          trx.raw(
            `insert into ledger_transaction select gen_random_uuid(), idempotency_key, request_hash, unit, kind, owner_kind, owner_id, actor_id, cause,
                     job_id, order_id, 0, balance_after from ledger_transaction where owner_id = ? order by at desc limit 1`,
            [owner.id],
          ),
        ),
    },
  ],
  [
    'lots never end',
    {
      found: 'I13',
      rewrites: [
        ['and (expires_at is null or expires_at > ?)', 'and (true or expires_at > ?)'],
        ['and expires_at <= ?', 'and expires_at <= ? and false'],
      ],
    },
  ],
  [
    'more is refunded than was paid',
    {
      found: 'I14',
      rewrites: [['-coalesce(sum(e.amount), 0) as cents', '1000 - sum(e.amount) as cents']],
      also: async (trx, { id }) => {
        await recordSale(trx, { orderId: `s${id}`, creatorId: id, priceCents: 500, cause: 'Sale' });
        await recordSaleRefund(trx, { orderId: `s${id}`, refundId: `r${id}`, cents: 501 });
      },
    },
  ],
  ['the list tells another balance', { found: 'balances as told', rewrites: [['balance + ?::bigint', 'balance + 0 * ?::bigint']] }],
  [
    'the list tells another change',
    { found: 'changes as told', rewrites: [['?::bigint,\n                 balance', '?::bigint - 1, balance']] },
  ],
  ['a used unit is not counted', { found: 'counted work', rewrites: [['used = c.used + case when ?', 'used = c.used + 0 * case when ?']] }],
];

describe('a planted fault is found by its checker', () => {
  it('and without one nothing is found', () =>
    rolledBack(async (trx) => {
      await aDay(trx, personOwner(randomUUID()));
      expect(await findLedgerFaults(trx)).toEqual([]);
      expect(await burnOrderFaults(trx)).toEqual([]);
    }));

  it.each(MUTANTS)('%s', async (_, { found, disarm, rewrites = [], views, also }) =>
    rolledBack(async (trx) => {
      const owner = personOwner(randomUUID());
      if (disarm) await trx.raw(disarm);
      const applied = new Set<number>();
      const mutated = withRewrites(trx, rewrites, applied, views);
      // the ledger may reject the rest of the day because of the fault
      await aDay(mutated, owner).catch((error: unknown) => expect(error).toBeInstanceOf(ProductError));
      await also?.(mutated, owner);
      expect(applied.size).toBe(rewrites.length);
      expect((await findLedgerFaults(trx)).map(({ invariant }) => invariant.slice(0, found.length))).toContain(found);
    }),
  );
});

describe('the database rejects', () => {
  const owner = organisationOwner(randomUUID());
  beforeAll(() => givenTokens(owner, 5));

  it.each([
    ['a changed entry', 'update ledger_entry set amount = 1', /append-only/],
    ['a deleted entry', 'delete from ledger_entry', /append-only/],
    ['an emptied ledger', 'truncate ledger_entry, ledger_transaction cascade', /append-only/],
    ['a changed transaction', `update ledger_transaction set cause = 'x'`, /append-only/],
    ['a deleted transaction', 'delete from ledger_transaction', /append-only/],
    ['a wallet below zero', `update ledger_account set balance = -1 where kind = 'available'`, /ledger_account_covered/],
    ['a lot with parts of another amount', 'update token_lot set remaining = remaining + 1', /token_lot_parts/],
    [
      'a transaction that does not add up',
      `insert into ledger_entry select t.id, 99, a.id, null, 5 from ledger_transaction t, ledger_account a where a.kind = 'available' limit 1`,
      /unbalanced transaction/,
    ],
  ])('%s', async (_, sql, message) => {
    await expect(transact((trx) => trx.raw(sql))).rejects.toThrow(message);
  });
});
