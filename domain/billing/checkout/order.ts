import type { Knex } from 'knex';

export type OrderStatus =
  | 'created'
  | 'open'
  | 'pending'
  | 'fulfilled'
  | 'expired'
  | 'failed'
  | 'refunded'
  | 'partially_refunded'
  | 'disputed'
  | 'charged_back'
  | 'review';

/** A row of `billing_order`. */
export interface Order {
  readonly id: string;
  readonly account_id: string;
  readonly kind: 'subscription' | 'tokens' | 'organisation' | 'contract' | 'course' | 'event';
  readonly package_id: string;
  readonly amount_cents: number;
  readonly trial: boolean;
  readonly currency: string;
  readonly status: OrderStatus;
  readonly detail: {
    readonly price_id?: string;
    /** Return addresses of the payment page: after paying, and after cancelling. */
    readonly return_to?: readonly [string, string];
    readonly organisation_name?: string;
    /** Name of a course or an event, as it was sold. */
    readonly name?: string;
    /** The discount code of a course. */
    readonly code_id?: string;
    readonly mode?: 'payment' | 'subscription';
    /** Whole tokens that it promises; see `promisedTokens`. */
    readonly tokens?: number;
  };
  readonly stripe_session_id: string | null;
  readonly stripe_subscription_id: string | null;
  readonly stripe_payment_status: string | null;
  readonly fulfilled_at: Date | null;
  readonly review_reason: string | null;
  readonly created_at: Date;
}

/** Statuses that Stripe may still change. */
export const WAITING: readonly OrderStatus[] = ['created', 'open', 'pending'];

/**
 * Serialises changes to a user's purchases: two deliveries of one event, a webhook and a poll, two tabs. Take it first, before any row of
 * theirs.
 *
 * All billing locks are taken in this order, to avoid deadlocks: this one; rows of orders, plans, payments and refunds; the user's wallet;
 * the row of an organisation; its wallet. A run's row comes before wallets and never together with this one.
 */
export async function lockBilling(trx: Knex.Transaction, accountId: string): Promise<void> {
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 4))', [`billing:${accountId}`]);
}

/** Returns the database's current time. What is fetched from Stripe afterwards is newer than anything fetched before it. */
export async function databaseNow(store: Knex): Promise<Date> {
  const { rows } = await store.raw('select clock_timestamp() as at');
  return rows[0].at;
}
