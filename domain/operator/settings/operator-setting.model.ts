import { Model } from 'objection';
import type { Table } from '#domain/platform/rows/table.ts';

/** A limit that operators have set while the product runs; without a row, the configuration applies. */
export class OperatorSetting extends Model {
  static override tableName = 'operator_setting';
  static override idColumn = 'name';

  declare name: string;
  declare value: number;
  declare updated_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    operator_setting: Table<OperatorSetting>;
  }
}
