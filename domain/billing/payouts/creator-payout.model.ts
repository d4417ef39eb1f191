import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A creator's account at Stripe (Connect), which receives earnings. Outlives the creator's account until everything is paid. */
export class CreatorPayoutAccount extends Model {
  static override tableName = 'creator_payout_account';
  static override idColumn = 'account_id';

  declare account_id: Ref<'account'>;
  declare stripe_account_id: string;
  /** ISO 3166-1 alpha-2. */
  declare country: string;
  /** The creator has completed Stripe's form. */
  declare details_submitted: boolean;
  /** Stripe can pay out to this account. */
  declare payouts_enabled: boolean;
  declare created_at: Date;
  /** When it was last read from Stripe. */
  declare synced_at: Date;
}

/** A transfer of earnings to a creator's account at Stripe. */
export class CreatorPayout extends Model {
  static override tableName = 'creator_payout';

  declare id: string;
  /** Null when the creator's account is gone; the money was paid. */
  declare account_id: Ref<'account'> | null;
  declare stripe_account_id: string;
  /** US cents. */
  declare cents: number;
  /** `returned`: the money came back. */
  declare state: 'pending' | 'sent' | 'failed' | 'returned';
  declare stripe_transfer_id: string | null;
  /** Stripe's reason. */
  declare failure: string | null;
  declare created_at: Date;
  /** Time of the last attempt. */
  declare tried_at: Date | null;
  declare settled_at: Date | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    creator_payout_account: Table<CreatorPayoutAccount>;
    creator_payout: Table<CreatorPayout>;
  }
}
