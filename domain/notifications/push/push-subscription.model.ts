import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A browser that receives notifications while the product is closed (Web Push). */
export class PushSubscription extends Model {
  static override tableName = 'push_subscription';

  declare id: string;
  declare account_id: Ref<'account'>;
  /** The session that subscribed; after sign-out, nothing is sent. */
  declare session_id: Ref<'session'>;
  /** Address at the browser's push service; everybody who knows it can send. */
  declare endpoint: string;
  /** The browser's public key. */
  declare p256dh: string;
  /** The browser's shared secret. */
  declare auth: string;
  declare user_agent: string;
  /** Whether it is notified of finished work. */
  declare wants_runs: boolean;
  /** Whether it is notified of replies and messages. */
  declare wants_replies: boolean;
  /** Whether it gets the daily reminder, instead of an email. */
  declare wants_reminders: boolean;
  declare created_at: Date;
}

/** A notification on its way to a browser. */
export class PushDelivery extends Model {
  static override tableName = 'push_delivery';
  static override idColumn = ['notification_id', 'subscription_id'];

  declare notification_id: Ref<'notification', number>;
  declare subscription_id: Ref<'push_subscription'>;
  declare state: 'waiting' | 'sent' | 'dropped';
  declare attempts: number;
  declare due_at: Date;
  /** End of the lease of the worker that is sending it. */
  declare lease_until: Date | null;
  declare created_at: Date;
  /** Why the last try failed. */
  declare last_error: string | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    push_subscription: Table<PushSubscription>;
    push_delivery: Table<PushDelivery>;
  }
}
