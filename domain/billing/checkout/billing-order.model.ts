import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** Optional fields of an order of any kind. */
export interface OrderDetail {
  /** The original price, if an operator has accepted another amount. */
  readonly asked_cents?: number;
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
}

/** An order: one payment page at Stripe, or a signed contract. Rows outlive their account. */
export class BillingOrder extends Model {
  static override tableName = 'billing_order';

  declare id: string;
  declare account_id: Ref<'account'>;
  declare kind: 'subscription' | 'tokens' | 'organisation' | 'contract' | 'course' | 'event';
  /** The package of the catalogue; the creator's course or the event for those kinds. */
  declare package_id: string;
  /** Version of the price list at the time of the order. */
  declare catalogue_version: number;
  /** The first charge, US cents; 0 for a trial. */
  declare amount_cents: number;
  /** The plan begins with a trial: nothing is due at first. */
  declare trial: boolean;
  declare currency: string;
  /** `created`: not at Stripe yet; `review`: an operator has to look, see `review_reason`. */
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
  /** The buyer's Idempotency-Key. */
  declare client_key: string | null;
  /** Checkout session. */
  declare stripe_session_id: string | null;
  declare stripe_subscription_id: string | null;
  /** As Stripe last reported it. */
  declare stripe_payment_status: string | null;
  /** When the reconciler last asked Stripe. */
  declare last_checked_at: Date | null;
  /** When the product was delivered. */
  declare fulfilled_at: Date | null;
  declare review_reason: string | null;
  declare created_at: Date;
}

/** Under which name Stripe knows a person. */
export class BillingCustomer extends Model {
  static override tableName = 'billing_customer';
  static override idColumn = 'account_id';

  declare account_id: Ref<'account'>;
  declare stripe_customer_id: string;
  declare created_at: Date;
}

/** Money that came in: what bought an order, and every invoice of a plan. Rows outlive their account. */
export class BillingPayment extends Model {
  static override tableName = 'billing_payment';

  declare id: string;
  declare account_id: Ref<'account'>;
  /** The order it paid; null for later invoices of a plan. */
  declare order_id: Ref<'billing_order'> | null;
  declare stripe_payment_intent_id: string | null;
  declare stripe_invoice_id: string | null;
  declare stripe_subscription_id: string | null;
  /** `purchase`, or Stripe's billing reason of an invoice. */
  declare reason: 'purchase' | 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  /** For lists and receipts. */
  declare description: string;
  declare package_id: string;
  /** US cents. */
  declare amount_cents: number;
  /** Given back so far. */
  declare refunded_cents: number;
  declare status: 'open' | 'paid' | 'failed' | 'void';
  /** The payer disputes it at their bank. */
  declare disputed: boolean;
  /** Stripe's page with the invoice or receipt. */
  declare url: string | null;
  declare paid_at: Date | null;
  declare created_at: Date;
  /** The time of a plan that it paid for: money that goes back takes the tokens of that time. */
  declare period_start: Date | null;
  declare period_end: Date | null;
  /** The amount deducted from an upgrade because the former plan was not used up. */
  declare unused_cents: number;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    billing_order: Table<BillingOrder>;
    billing_customer: Table<BillingCustomer>;
    billing_payment: Table<BillingPayment>;
  }
}
