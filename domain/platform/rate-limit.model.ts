import { Model } from 'objection';
import type { Table } from '#domain/platform/rows/table.ts';

/** Counters of the request limits. The package `rate-limiter-flexible` reads and writes it. */
export class RateLimit extends Model {
  static override tableName = 'rate_limit';
  static override idColumn = 'key';

  /** The limit, and the caller it counts. */
  declare key: string;
  /** Used in the window. */
  declare points: number;
  /** End of the window in ms since 1970; null: never. */
  declare expire: number | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    rate_limit: Table<RateLimit>;
  }
}
