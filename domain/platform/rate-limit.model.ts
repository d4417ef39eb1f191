import { Model } from 'objection';
import type { Table } from '#domain/platform/rows/table.ts';

/** Counters of the request limits, read and written by the package `rate-limiter-flexible`. */
export class RateLimit extends Model {
  static override tableName = 'rate_limit';
  static override idColumn = 'key';

  /** The limit's name, and the caller it counts. */
  declare key: string;
  /** Amount used in the window. */
  declare points: number;
  /** End of the window, in ms since 1970; null: never. */
  declare expire: number | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    rate_limit: Table<RateLimit>;
  }
}
