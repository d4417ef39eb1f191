import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A person who chose to appear on the leaderboard. */
export class LeaderboardEntry extends Model {
  static override tableName = 'leaderboard_entry';
  static override idColumn = 'account_id';

  declare account_id: Ref<'account'>;
  /** The name shown there. */
  declare display_name: string;
  declare created_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    leaderboard_entry: Table<LeaderboardEntry>;
  }
}
