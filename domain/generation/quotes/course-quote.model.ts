import { Model } from 'objection';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A price quoted before a course is ordered; the order names it. */
export class CourseQuote extends Model {
  static override tableName = 'course_quote';

  declare id: string;
  declare account_id: Ref<'account'>;
  declare form: CourseForm;
  /** Hundredths of a token. */
  declare price: number;
  declare created_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    course_quote: Table<CourseQuote>;
  }
}
