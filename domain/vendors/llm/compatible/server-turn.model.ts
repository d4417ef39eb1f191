import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** Output tokens per second of a whole server, by number of concurrent calls. */
export type ServerRates = Readonly<Record<string, { readonly rate: number; readonly calls: number }>>;

/** A model at one of a server's paths: when it was last asked, and how many calls at once it states. */
export type ServerModels = Readonly<Record<string, { readonly at: number; readonly slots: number | null }>>;

/** What all processes have measured of a server of one's own, by host and port. */
export class ServerLane extends Model {
  static override tableName = 'server_lane';
  static override idColumn = 'host';

  declare host: string;
  declare models: ServerModels;
  /** Number of calls that it is given at once. */
  declare concurrency: number;
  declare rates: ServerRates;
  /** Answers since another number was tried, and how many have to come before the next trial. */
  declare since_trial: number;
  declare pause: number;
  /** The recent duration of calls. */
  declare call_ms: number;
}

/** A call to such a server: it waits, is in progress, or has ended within the last minutes. */
export class ServerTurn extends Model {
  static override tableName = 'server_turn';

  declare id: string;
  declare host: Ref<'server_lane', string>;
  /** Null: the installation's own work. */
  declare account_id: Ref<'account'> | null;
  declare lane: 'interactive' | 'batch';
  declare asked_at: Date;
  declare begun_at: Date | null;
  declare ended_at: Date | null;
  /** Until then its process is known to live. */
  declare lease_until: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    server_lane: Table<ServerLane>;
    server_turn: Table<ServerTurn>;
  }
}
