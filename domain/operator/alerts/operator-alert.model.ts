import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A rule that holds for a subject, and the alert once it has held long enough. */
export class OperatorAlert extends Model {
  static override tableName = 'operator_alert';

  declare id: string;
  /** Name of the rule (`alert-rules.ts`). */
  declare rule: string;
  /** Its subject, such as a queue. */
  declare subject: string;
  /** The measured figure. */
  declare value: number;
  declare holds_since: Date;
  /** When it had held for as long as the rule says; null: not yet. */
  declare opened_at: Date | null;
  declare ended_at: Date | null;
  /** The day by which an operator must act; null: none. */
  declare due_at: Date | null;
  /** The alarm of the payments that it tells of; null: a figure. */
  declare alarm_id: Ref<'billing_alarm'> | null;
  /** The operator who looks after it. */
  declare owner_id: Ref<'account'> | null;
  /** The operators' note. */
  declare note: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    operator_alert: Table<OperatorAlert>;
  }
}
