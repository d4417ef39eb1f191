import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A bookmark: a course on an account's saved list. */
export class SavedCourse extends Model {
  static override tableName = 'saved_course';
  static override idColumn = ['account_id', 'course_id'];

  declare account_id: Ref<'account'>;
  declare course_id: Ref<'course'>;
  declare saved_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    saved_course: Table<SavedCourse>;
  }
}
