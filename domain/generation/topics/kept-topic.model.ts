import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A topic that no service here could write about when it was requested. */
export class KeptTopic extends Model {
  static override tableName = 'kept_topic';

  declare id: string;
  declare account_id: Ref<'account'>;
  declare topic: string;
  declare kept_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    kept_topic: Table<KeptTopic>;
  }
}
