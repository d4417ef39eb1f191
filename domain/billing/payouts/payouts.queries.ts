import type { Knex } from 'knex';
import { PAYOUT_HOLD_DAYS, PAYOUT_MINIMUM_CENTS } from '#contract/studio/creator-payouts.contract.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { findPayoutAccount } from './sync-payout-account.command.ts';

const SHOWN = 50;
const inDollars = (cents: number): number => cents / 100;

/** Returns a creator's payout state, in dollars. */
export async function payoutStanding(accountId: string) {
  const [account, { balance, held, available }, payouts] = await Promise.all([
    findPayoutAccount(accountId),
    payoutBalance(database(), accountId),
    database()('creator_payout').where({ account_id: accountId }).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(SHOWN),
  ]);
  const state = !account ? 'none' : account.payouts_enabled ? 'enabled' : account.details_submitted ? 'checking' : 'incomplete';
  return {
    configured: config().payments.mode !== 'off',
    account: { state, country: account?.country ?? null } as const,
    balance: inDollars(balance),
    held: inDollars(held),
    available: inDollars(available),
    minimum: inDollars(PAYOUT_MINIMUM_CENTS),
    hold_days: PAYOUT_HOLD_DAYS,
    payouts: payouts.map((row) => ({
      payout_id: row.id as string,
      amount: inDollars(Number(row.cents)),
      state: row.state as 'pending' | 'sent' | 'failed' | 'returned',
      created_at: row.created_at.toISOString() as string,
      settled_at: (row.settled_at?.toISOString() ?? null) as string | null,
    })),
  };
}

export interface StatementLine {
  readonly at: Date;
  readonly kind: 'sale' | 'sale_refund' | 'payout' | 'payout_return';
  readonly cause: string;
  readonly order_id: string | null;
  /** Change of the creator's balance, in cents. */
  readonly change: number;
  readonly balance_after: number;
}

/** Returns the movements of a UTC month (`2026-11`), oldest first, and the balances before and after. */
export async function statementOf(accountId: string, month: string, knex: Knex = database()) {
  const from = new Date(`${month}-01T00:00:00Z`);
  const until = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1));
  const own = { owner_kind: 'user', owner_id: accountId, unit: 'USD' };
  const rows = await knex('ledger_transaction')
    .where(own)
    .where('at', '>=', from)
    .where('at', '<', until)
    .orderBy([{ column: 'at' }, { column: 'id' }])
    .select('at', 'kind', 'cause', 'order_id', 'change', 'balance_after');
  const lines: StatementLine[] = rows.map((row) => ({ ...row, kind: row.kind as StatementLine['kind'] }));
  const before = await knex('ledger_transaction')
    .where(own)
    .where('at', '<', from)
    .orderBy([
      { column: 'at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .first('balance_after');
  const opening = Number(before?.balance_after ?? 0);
  return { month, opening, lines, closing: lines.at(-1)?.balance_after ?? opening };
}

export type Statement = Awaited<ReturnType<typeof statementOf>>;

/** In cents. `balance` can be negative, after refunds of earnings that were already paid out. */
interface PayoutBalance {
  readonly balance: number;
  /** Sales that may still be refunded, or whose payment a bank disputes. */
  readonly held: number;
  readonly available: number;
}

/**
 * Returns what a creator is owed and how much of it can be paid out. Sales of the last 14 days wait, since buyers may still get a refund;
 * disputed sales wait too. The value of an order is its sale less its refunds.
 */
export async function payoutBalance(knex: Knex, accountId: string): Promise<PayoutBalance> {
  const [sums] = await rowsOf<{ balance: number; held: number }>(
    knex,
    sql`with waiting as (
       select t.order_id from ledger_transaction t
        where t.owner_kind = 'user' and t.owner_id = ${accountId} and t.unit = 'USD' and t.kind = 'sale' and t.at > now() - make_interval(days => ${PAYOUT_HOLD_DAYS})
       union
       select t.order_id from ledger_transaction t join billing_order o on o.id::text = t.order_id and o.status = 'disputed'
        where t.owner_kind = 'user' and t.owner_id = ${accountId} and t.unit = 'USD' and t.kind = 'sale')
     select coalesce((select balance from ledger_account where owner_kind = 'user' and owner_id = ${accountId} and unit = 'USD' and kind = 'payable'), 0) as balance,
            coalesce((select sum(t.change) from ledger_transaction t
                       where t.owner_kind = 'user' and t.owner_id = ${accountId} and t.unit = 'USD' and t.kind in ('sale','sale_refund')
                         and t.order_id in (select order_id from waiting)), 0) as held`,
  );
  const balance = Number(sums!.balance);
  const held = Math.max(0, Number(sums!.held));
  return { balance, held, available: Math.max(0, balance - held) };
}
