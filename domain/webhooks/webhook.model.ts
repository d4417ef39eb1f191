import { Model } from 'objection';
import type { KeyHolder } from '#contract/identity/key-scopes.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** An address that receives events. */
export class Webhook extends Model {
  static override tableName = 'webhook';

  declare id: string;
  /** The person who made it, or last changed it. */
  declare account_id: Ref<'account'>;
  declare holder: KeyHolder;
  /** Set if and only if an organisation holds it. */
  declare organisation_id: Ref<'organisation'> | null;
  declare url: string;
  /** Names of events, which may include names that this release does not know. */
  declare events: string[];
  /** The signing secret, encrypted with the installation's secret. */
  declare secret_sealed: Buffer;
  /** The previous secret, valid until the time below. */
  declare old_secret_sealed: Buffer | null;
  declare old_secret_until: Date | null;
  declare created_at: Date;
  /** Set when nothing is sent any more. */
  declare ended_at: Date | null;
  declare ended_why: 'owner' | 'failing' | 'gone' | 'left' | null;
  /** Failed tries in a row; tries in progress when a rest begins count once. */
  declare failures: number;
  declare failing_since: Date | null;
  /** Nothing is sent before this time. */
  declare rests_until: Date | null;
  /** Whether its last response was a success and came soon. */
  declare is_quick: boolean;
}

/** An event for one recipient who listens. */
export class WebhookEvent extends Model {
  static override tableName = 'webhook_event';

  declare id: string;
  /** Increases with each event about an object. */
  declare seq: number;
  /** The recipient; operators if neither is set. */
  declare account_id: Ref<'account'> | null;
  declare organisation_id: Ref<'organisation'> | null;
  declare type: string;
  declare object_id: string;
  declare data: object;
  declare created_at: Date;
}

/** An event on its way to a webhook. */
export class WebhookDelivery extends Model {
  static override tableName = 'webhook_delivery';
  static override idColumn = ['webhook_id', 'event_id'];

  declare webhook_id: Ref<'webhook'>;
  declare event_id: Ref<'webhook_event'>;
  /** `withheld`: it is about a person whose data may no longer be sent. */
  declare state: 'waiting' | 'delivered' | 'failed' | 'withheld';
  /** Number of tries, counted when they begin. */
  declare attempts: number;
  declare due_at: Date;
  /** Time after which a failed try is the last. */
  declare tried_until: Date;
  /** End of the lease of the worker that is sending it. */
  declare lease_until: Date | null;
  declare created_at: Date;
}

/** A finished try of a delivery. */
export class WebhookTry extends Model {
  static override tableName = 'webhook_try';
  static override idColumn = ['webhook_id', 'event_id', 'number'];

  /** Both are those of the delivery. */
  declare webhook_id: string;
  declare event_id: string;
  declare number: number;
  declare at: Date;
  declare took_ms: number;
  /** HTTP status; null without a response. */
  declare status: number | null;
  /** The beginning of the response. */
  declare answer: string | null;
  declare error: string | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    webhook: Table<Webhook>;
    webhook_event: Table<WebhookEvent>;
    webhook_delivery: Table<WebhookDelivery>;
    webhook_try: Table<WebhookTry>;
  }
}
