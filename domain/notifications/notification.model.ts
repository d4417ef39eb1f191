import { Model } from 'objection';
import type { NotificationKind } from '#contract/notifications/notices.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** An entry in a user's list of notifications. The text is made from `kind`, `subject` and the counts, in the reader's language. */
export class Notification extends Model {
  static override tableName = 'notification';

  declare id: number;
  declare account_id: Ref<'account'>;
  declare kind: NotificationKind;
  /** Unique per account, so that an event is notified once. */
  declare cause: string;
  /** The name in the text: a title, a person, or the beginning of a text. */
  declare subject: string;
  /** The run it is about. */
  declare task_id: string | null;
  declare course_id: string | null;
  declare created_at: Date;
  declare read_at: Date | null;
  /** For a partly written course: number of lessons written, out of `planned`. */
  declare delivered: number | null;
  declare planned: number | null;
  /** End of the quiet hours in which it was added; it is not shown before. */
  declare held_until: Date | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    notification: Table<Notification>;
  }
}
