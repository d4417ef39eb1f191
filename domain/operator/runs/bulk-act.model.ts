import { Model } from 'objection';
import type { RunFilter } from '#contract/operator/runs-console.contract.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** An operator's action on all runs that match a filter. The selection is fixed in its items. */
export class BulkAct extends Model {
  static override tableName = 'bulk_act';

  declare id: string;
  /** The operator. */
  declare account_id: Ref<'account'> | null;
  declare act: 'retry' | 'promote' | 'cancel' | 'remove';
  declare filter: RunFilter;
  declare state: 'running' | 'done' | 'aborted';
  declare total: number;
  declare created_at: Date;
  declare ended_at: Date | null;
}

/** A run in the selection. */
export class BulkActItem extends Model {
  static override tableName = 'bulk_act_item';
  static override idColumn = ['bulk_id', 'run_id'];

  declare bulk_id: Ref<'bulk_act'>;
  declare run_id: string;
  /** Null before it is processed; then `done`, or the reason why not. */
  declare outcome: string | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    bulk_act: Table<BulkAct>;
    bulk_act_item: Table<BulkActItem>;
  }
}
