import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A refund to a payer. */
export class Refund extends Model {
  static override tableName = 'refund';

  declare id: string;
  declare payment_id: Ref<'billing_payment'>;
  declare account_id: Ref<'account'>;
  /** Null until Stripe has accepted it. */
  declare stripe_refund_id: string | null;
  declare amount_cents: number;
  declare status: 'requested' | 'pending' | 'succeeded' | 'failed';
  /** `self`: the buyer, within 14 days; `stripe`: made in Stripe's dashboard. */
  declare requested_by: 'self' | 'operator' | 'stripe';
  declare reason: string;
  declare created_at: Date;
  /** When the reconciler last asked Stripe. */
  declare asked_at: Date | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    refund: Table<Refund>;
  }
}
