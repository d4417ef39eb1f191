import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** The settings with which a connection test calls a service. */
export class ConnectionTest extends Model {
  static override tableName = 'connection_test';
  static override idColumn = 'run_id';

  declare run_id: Ref<'run'>;
  /** `VendorSettings` as JSON, encrypted with the installation's secret; null: the test has ended. */
  declare settings_sealed: Buffer | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    connection_test: Table<ConnectionTest>;
  }
}
