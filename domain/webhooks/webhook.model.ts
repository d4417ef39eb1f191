import { Model } from 'objection';
import type { KeyHolder } from '#contract/identity/key-scopes.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** An address that is told of events. */
export class Webhook extends Model {
  static override tableName = 'webhook';

  declare id: string;
  /** Who made it. */
  declare account_id: Ref<'account'>;
  declare holder: KeyHolder;
  /** Set exactly when an organisation holds it. */
  declare organisation_id: Ref<'organisation'> | null;
  declare url: string;
  /** Names of events, also of those that this release does not know. */
  declare events: string[];
  /** What signs, encrypted with the installation's secret. */
  declare secret_sealed: Buffer;
  /** The previous secret, which stays valid until then. */
  declare old_secret_sealed: Buffer | null;
  declare old_secret_until: Date | null;
  declare created_at: Date;
  /** Set: nothing is sent any more. */
  declare ended_at: Date | null;
  declare ended_why: 'owner' | 'failing' | 'gone' | 'left' | null;
  /** Failed tries in a row; those that were on their way when it began to rest count once. */
  declare failures: number;
  declare failing_since: Date | null;
  /** Nothing is tried before. */
  declare rests_until: Date | null;
  /** Its last answer was a good one, and came soon. */
  declare is_quick: boolean;
}

/** Something that has happened, for one owner who listens. */
export class WebhookEvent extends Model {
  static override tableName = 'webhook_event';

  declare id: string;
  /** Grows with each event about an object. */
  declare seq: number;
  /** Who hears it; neither: operators. */
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
  /** Tries, counted when they begin. */
  declare attempts: number;
  declare due_at: Date;
  /** A try that fails later is the last. */
  declare tried_until: Date;
  /** A worker is sending it until then. */
  declare lease_until: Date | null;
  declare created_at: Date;
}

/** One try of a delivery that has ended. */
export class WebhookTry extends Model {
  static override tableName = 'webhook_try';
  static override idColumn = ['webhook_id', 'event_id', 'number'];

  /** Both are those of the delivery. */
  declare webhook_id: string;
  declare event_id: string;
  declare number: number;
  declare at: Date;
  declare took_ms: number;
  /** HTTP status; null: there was no answer. */
  declare status: number | null;
  /** How the answer began. */
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
