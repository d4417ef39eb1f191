import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A course that everybody who has its address can read, until the row is deleted. */
export class CourseShare extends Model {
  static override tableName = 'course_share';
  static override idColumn = 'course_id';

  declare course_id: Ref<'course'>;
  declare account_id: Ref<'account'>;
  /** Secret part of the address. */
  declare token: string;
  declare created_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    course_share: Table<CourseShare>;
  }
}
