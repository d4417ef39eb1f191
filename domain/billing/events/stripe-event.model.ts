import { Model } from 'objection';
import type { Table } from '#domain/platform/rows/table.ts';

/** An event sent by Stripe, handled once. It is only a hint that an object changed; the object is fetched again. */
export class StripeEvent extends Model {
  static override tableName = 'stripe_event';
  static override idColumn = 'event_id';

  declare event_id: string;
  declare type: string;
  /** The object that changed. */
  declare object_id: string;
  declare api_version: string | null;
  /** When the event happened, by Stripe's clock. */
  declare created: Date;
  declare received_at: Date;
  declare state: 'pending' | 'done' | 'ignored' | 'dead';
  declare attempts: number;
  /** When it is tried next. */
  declare next_at: Date;
  declare last_error: string | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    stripe_event: Table<StripeEvent>;
  }
}
