import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import { PAYOUT_HOLD_DAYS } from '#contract/studio/creator-payouts.contract.ts';

/** Cents. `balance` may be negative: refunds of what was already paid out. */
export interface PayoutBalance {
  readonly balance: number;
  /** Sales that may still be refunded, or whose payment a bank disputes. */
  readonly held: number;
  readonly available: number;
}

/**
 * Returns what a creator is owed and how much of it can be paid out: sales of the last 14 days wait, since buyers may still get a refund,
 * and so do disputed ones. An order's value is its sale less its refunds.
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
