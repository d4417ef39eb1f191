import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A message about a plan for an organisation, often from a person without an account. */
export class SalesMessage extends Model {
  static override tableName = 'sales_message';

  /** Chosen by the sender, so that a message sent again is stored once. */
  declare id: string;
  /** A plan of the catalogue, or null for a general question. */
  declare package_id: string | null;
  declare name: string;
  declare email: string;
  declare organisation: string;
  declare message: string;
  declare at: Date;
  declare answered_at: Date | null;
  /** The operator who answered. Null while unanswered, or when their account is gone (`answered_at` is then set). */
  declare answered_by: Ref<'account'> | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    sales_message: Table<SalesMessage>;
  }
}
