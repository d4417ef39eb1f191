import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** Optional fields of an order. */
export interface OrderDetail {
  /** The original price, when an operator has accepted another amount. */
  readonly asked_cents?: number;
  readonly price_id?: string;
  /** Return addresses of the payment page: after paying, and after cancelling. */
  readonly return_to?: readonly [string, string];
  readonly organisation_name?: string;
  /** Name of the course or event at the time of sale. */
  readonly name?: string;
  /** The discount code, for a course. */
  readonly code_id?: string;
  readonly mode?: 'payment' | 'subscription';
  /** Whole tokens that the order promises; see `promisedTokens`. */
  readonly tokens?: number;
}

/** An order: one payment page at Stripe, or a signed contract. Outlives its account. */
export class BillingOrder extends Model {
  static override tableName = 'billing_order';

  declare id: string;
  declare account_id: Ref<'account'>;
  declare kind: 'subscription' | 'tokens' | 'organisation' | 'contract' | 'course' | 'event';
  /** Package of the catalogue, or the id of the creator's course or the event. */
  declare package_id: string;
  /** Version of the price list at the time of the order. */
  declare catalogue_version: number;
  /** The first charge, US cents; 0 for a trial. */
  declare amount_cents: number;
  /** The plan begins with a trial, so nothing is due at first. */
  declare trial: boolean;
  declare currency: string;
  /** `created`: not yet at Stripe; `review`: waits for an operator, see `review_reason`. */
  declare status:
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
  declare detail: OrderDetail;
  /** The buyer's `Idempotency-Key`. */
  declare client_key: string | null;
  /** Checkout session. */
  declare stripe_session_id: string | null;
  declare stripe_subscription_id: string | null;
  /** Payment status as Stripe last reported it. */
  declare stripe_payment_status: string | null;
  /** When the reconciler last asked Stripe. */
  declare last_checked_at: Date | null;
  /** When the product was delivered. */
  declare fulfilled_at: Date | null;
  declare review_reason: string | null;
  declare created_at: Date;
}

/** A person's customer id at Stripe. */
export class BillingCustomer extends Model {
  static override tableName = 'billing_customer';
  static override idColumn = 'account_id';

  declare account_id: Ref<'account'>;
  declare stripe_customer_id: string;
  declare created_at: Date;
}

/** Money received: the payment of an order, or an invoice of a plan. Outlives its account. */
export class BillingPayment extends Model {
  static override tableName = 'billing_payment';

  declare id: string;
  declare account_id: Ref<'account'>;
  /** The order it paid; null for renewals and upgrades of a plan. */
  declare order_id: Ref<'billing_order'> | null;
  declare stripe_payment_intent_id: string | null;
  declare stripe_invoice_id: string | null;
  declare stripe_subscription_id: string | null;
  /** `purchase`, or Stripe's billing reason of the invoice. */
  declare reason: 'purchase' | 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  /** Description for lists and receipts. */
  declare description: string;
  declare package_id: string;
  /** US cents. */
  declare amount_cents: number;
  /** Amount refunded so far. */
  declare refunded_cents: number;
  declare status: 'open' | 'paid' | 'failed' | 'void';
  /** The payer is disputing it at their bank. */
  declare disputed: boolean;
  /** Stripe's page with the invoice or receipt. */
  declare url: string | null;
  declare paid_at: Date | null;
  declare created_at: Date;
  /** The plan's period that it paid for: a refund revokes the tokens of that period. */
  declare period_start: Date | null;
  declare period_end: Date | null;
  /** Deducted from an upgrade for the unused part of the former plan. */
  declare unused_cents: number;
  /** Type and fingerprint of the charge's payment method, by which Stripe recognises it; null if it has none, or is unknown. */
  declare method_fingerprint: string | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    billing_order: Table<BillingOrder>;
    billing_customer: Table<BillingCustomer>;
    billing_payment: Table<BillingPayment>;
  }
}
