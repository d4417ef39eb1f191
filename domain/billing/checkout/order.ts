import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import type { BillingOrder } from './billing-order.model.ts';

/** `written`: stored; `waiting`: its order is not fulfilled yet; `foreign`: not ours. */
export type SyncResult = 'written' | 'waiting' | 'foreign';

export type OrderStatus = BillingOrder['status'];

/** A row of `billing_order`, without the columns that only its commands need. */
export type Order = Readonly<
  Pick<
    BillingOrder,
    | 'id'
    | 'account_id'
    | 'kind'
    | 'package_id'
    | 'amount_cents'
    | 'trial'
    | 'currency'
    | 'status'
    | 'detail'
    | 'stripe_session_id'
    | 'stripe_subscription_id'
    | 'stripe_payment_status'
    | 'fulfilled_at'
    | 'review_reason'
    | 'created_at'
  >
>;

/** Statuses that Stripe may still change. */
export const WAITING: readonly OrderStatus[] = ['created', 'open', 'pending'];

/**
 * Serialises changes to a user's purchases: two deliveries of one event, a webhook and a poll, two tabs. Take it first, before any row of
 * that user.
 * To avoid deadlocks, all billing locks are taken in this order: this lock; rows of orders, plans, payments and refunds; the user's wallet;
 * the organisation's row; its wallet. A run's row comes before wallets and never together with this lock.
 */
export async function lockBilling(trx: Knex.Transaction, accountId: string): Promise<void> {
  await rowsOf(trx, sql`select pg_advisory_xact_lock(hashtextextended(${`billing:${accountId}`}, 4))`);
}

/** Returns the database's current time. Objects fetched from Stripe after this call are newer than any fetched before. */
export async function databaseNow(store: Knex): Promise<Date> {
  const [clock] = await rowsOf<{ at: Date }>(store, sql`select clock_timestamp() as at`);
  return clock!.at;
}
