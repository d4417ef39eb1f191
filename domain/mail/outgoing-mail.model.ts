import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';
import type { MailKind } from './mail-kinds.ts';

/** A mail that waits to be sent, was sent, or was given up. */
export class OutgoingMail extends Model {
  static override tableName = 'outgoing_mail';

  declare id: number;
  declare kind: MailKind;
  /** Unique, so that the same event is mailed once, however often it is reported. */
  declare cause: string;
  declare account_id: Ref<'account'> | null;
  /** Email address. */
  declare recipient: string;
  /** Data for the template (`MailData` of the kind). Emptied when the mail is sent. */
  declare data: Record<string, unknown>;
  /** Its Message-ID header. */
  declare message_id: string;
  declare state: 'waiting' | 'sent' | 'dead';
  /** Attempts so far. */
  declare attempts: number;
  declare due_at: Date;
  /** End of the lease of the worker that is sending it. */
  declare lease_until: Date | null;
  /** Why the last try failed. */
  declare last_error: string | null;
  declare created_at: Date;
  declare ended_at: Date | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    outgoing_mail: Table<OutgoingMail>;
  }
}
