import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A browser in which a user has signed in. A sign-in from a new browser is reported by email. */
export class KnownDevice extends Model {
  static override tableName = 'known_device';

  declare id: string;
  declare account_id: Ref<'account'>;
  /** SHA-256 of the browser's long-lived cookie. */
  declare device_hash: Buffer;
  /** As truncated by `storedUserAgent`. */
  declare user_agent: string;
  declare first_seen_at: Date;
  declare last_seen_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    known_device: Table<KnownDevice>;
  }
}
