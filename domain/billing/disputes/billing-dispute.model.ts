import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A payment that its payer disputes at their bank. */
export class BillingDispute extends Model {
  static override tableName = 'billing_dispute';
  static override idColumn = 'stripe_dispute_id';

  declare stripe_dispute_id: string;
  declare payment_id: Ref<'billing_payment'>;
  declare account_id: Ref<'account'>;
  /** Status as Stripe reports it. */
  declare status: string;
  /** Set once it was won or lost. */
  declare closed: boolean;
  declare created_at: Date;
  /** The bank's deadline for evidence. Null when there is none, or when an older release wrote the row. */
  declare evidence_due_at: Date | null;
  /** When it was won or lost. */
  declare closed_at: Date | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    billing_dispute: Table<BillingDispute>;
  }
}
