import { Model } from 'objection';
import type { Table } from '#domain/platform/rows/table.ts';

/** An event that Stripe has sent. It is a hint that an object changed: the object is fetched anew. Each event is handled once. */
export class StripeEvent extends Model {
  static override tableName = 'stripe_event';
  static override idColumn = 'event_id';

  declare event_id: string;
  declare type: string;
  /** The object that changed. */
  declare object_id: string;
  declare api_version: string | null;
  /** By Stripe's clock. */
  declare created: Date;
  declare received_at: Date;
  declare state: 'pending' | 'done' | 'ignored' | 'dead';
  declare attempts: number;
  /** When it is tried again. */
  declare next_at: Date;
  declare last_error: string | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    stripe_event: Table<StripeEvent>;
  }
}
