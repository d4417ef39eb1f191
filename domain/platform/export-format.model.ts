import { Model } from 'objection';
import type { ExportFormat as Format } from '#contract/platform/export-formats.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A format of exports of courses. Its rows are written from the product's own list at every start. */
export class ExportFormat extends Model {
  static override tableName = 'export_format';
  static override idColumn = 'name';

  declare name: Format;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    export_format: Table<ExportFormat>;
  }
}
