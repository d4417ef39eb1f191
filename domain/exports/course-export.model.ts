import { Model } from 'objection';
import type { ExportFormat } from '#contract/platform/export-formats.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A course exported as a file for its owner by a run, and kept for a week. */
export class CourseExport extends Model {
  static override tableName = 'course_export';
  static override idColumn = 'run_id';

  declare run_id: Ref<'run'>;
  declare account_id: Ref<'account'>;
  declare course_id: Ref<'course'>;
  declare format: Ref<'export_format', ExportFormat>;
  /** File name offered to the browser. */
  declare filename: string;
  /** Null until it is written. */
  declare file_id: Ref<'media_object'> | null;
  declare created_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    course_export: Table<CourseExport>;
  }
}
