import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** Records that a person has had the free trial. Outlives the account, so that the same address gets no second trial. */
export class TrialUse extends Model {
  static override tableName = 'trial_use';
  static override idColumn = 'account_id';

  declare account_id: Ref<'account'>;
  /** Hash of the mailbox, so that other spellings of an address count as the same. */
  declare email_hash: Buffer;
  /** `local`: our own trial; `checkout`: a trial with a card at Stripe. */
  declare via: 'local' | 'checkout';
  declare at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    trial_use: Table<TrialUse>;
  }
}
