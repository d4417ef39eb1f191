import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A report about a published course, until an operator decides. */
export class CourseReport extends Model {
  static override tableName = 'course_report';

  declare id: string;
  declare account_id: Ref<'account'>;
  declare creator_course_id: Ref<'creator_course'>;
  declare reason: 'rights' | 'false' | 'harmful' | 'spam' | 'other';
  declare text: string;
  declare created_at: Date;
  declare decided_at: Date | null;
  declare decision: 'taken_down' | 'dismissed' | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    course_report: Table<CourseReport>;
  }
}
