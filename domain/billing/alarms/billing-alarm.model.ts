import { Model } from 'objection';
import type { AlarmAct, AlarmKind } from '#contract/billing/alarms.contract.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** Something about money that an operator has to look at, once per cause. */
export class BillingAlarm extends Model {
  static override tableName = 'billing_alarm';

  declare id: string;
  declare kind: AlarmKind;
  /** `<kind>:<occasion>`, unique: a repeat, even years later, is the same alarm. */
  declare cause: string;
  /** Its subject, as `<kind>:<id>`. */
  declare subject: string;
  /** The account that the money belongs to, if any. */
  declare account_id: Ref<'account'> | null;
  /** Plain facts; no secrets. */
  declare detail: Readonly<Record<string, string | number>>;
  declare at: Date;
  /** The day by which an operator must act; null: none. */
  declare due_at: Date | null;
  /** The action that an operator took; null: none, or only acknowledged. */
  declare act: AlarmAct | null;
  declare acknowledged_at: Date | null;
  /** The operator; null: nobody yet, or it settled itself (`acknowledged_at` is set). */
  declare acknowledged_by: Ref<'account'> | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    billing_alarm: Table<BillingAlarm>;
  }
}
