import { Model } from 'objection';
import type { AlarmAct, AlarmKind } from '#contract/billing/alarms.contract.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A problem with money that an operator has to look at; raised once per cause. */
export class BillingAlarm extends Model {
  static override tableName = 'billing_alarm';

  declare id: string;
  declare kind: AlarmKind;
  /** `<kind>:<occasion>`, unique: the same occasion, even years later, is the same alarm. */
  declare cause: string;
  /** What the alarm is about, as `<kind>:<id>`. */
  declare subject: string;
  /** The account that the money belongs to, if any. */
  declare account_id: Ref<'account'> | null;
  /** Plain facts; no secrets. */
  declare detail: Readonly<Record<string, string | number>>;
  declare at: Date;
  /** When an operator must have acted, or null. */
  declare due_at: Date | null;
  /** The operator's action; null while open, or when only acknowledged. */
  declare act: AlarmAct | null;
  declare acknowledged_at: Date | null;
  /** The operator who closed it. Null while open, or when the cause resolved itself (`acknowledged_at` is then set). */
  declare acknowledged_by: Ref<'account'> | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    billing_alarm: Table<BillingAlarm>;
  }
}
