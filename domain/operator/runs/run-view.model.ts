import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A list of runs that an operator saved under a name. */
export class OperatorRunView extends Model {
  static override tableName = 'operator_run_view';
  static override idColumn = ['account_id', 'name'];

  declare account_id: Ref<'account'>;
  declare name: string;
  /** The filter, as the parameter in the console's address. */
  declare find: string;
  declare created_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    operator_run_view: Table<OperatorRunView>;
  }
}
