import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A rule whose condition holds for a subject; it becomes an alert once it has held long enough. */
export class OperatorAlert extends Model {
  static override tableName = 'operator_alert';

  declare id: string;
  /** Name of the rule (`alert-rules.ts`). */
  declare rule: string;
  /** The subject, such as a queue. */
  declare subject: string;
  /** The measured figure. */
  declare value: number;
  declare holds_since: Date;
  /** When it had held as long as the rule requires; null before. */
  declare opened_at: Date | null;
  declare ended_at: Date | null;
  /** When an operator must have acted, or null. */
  declare due_at: Date | null;
  /** The payment alarm it belongs to; null for alerts about figures. */
  declare alarm_id: Ref<'billing_alarm'> | null;
  /** The operator in charge. */
  declare owner_id: Ref<'account'> | null;
  /** The operators' note. */
  declare note: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    operator_alert: Table<OperatorAlert>;
  }
}
