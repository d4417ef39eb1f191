import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A consent to what a person under 13 may not use without one. A parent and a school may both have agreed. */
export class ParentalConsent extends Model {
  static override tableName = 'parental_consent';
  static override idColumn = ['account_id', 'given_by'];

  declare account_id: Ref<'account'>;
  declare given_by: 'parent' | 'school';
  declare given_at: Date;
  /** Address of the parent who agreed, in lower case; null for a school. */
  declare parent_email: string | null;
  /** The school's organisation; null for a parent. */
  declare organisation_id: Ref<'organisation'> | null;
  /** Who recorded the school's consent, and why; null for a parent. */
  declare recorded_by: Ref<'account'> | null;
  declare reason: string | null;
}

/** A user's latest request to a parent, until that parent agrees. */
export class ParentalRequest extends Model {
  static override tableName = 'parental_request';
  static override idColumn = 'account_id';

  declare account_id: Ref<'account'>;
  /** In lower case. */
  declare parent_email: string;
  declare asked_at: Date;
  /** When the parent refused. */
  declare refused_at: Date | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    parental_consent: Table<ParentalConsent>;
    parental_request: Table<ParentalRequest>;
  }
}
