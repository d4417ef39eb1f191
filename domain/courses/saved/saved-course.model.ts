import { Model } from 'objection';

/** A bookmark: a course on an account's saved list. */
export class SavedCourseModel extends Model {
  static override tableName = 'saved_course';
  static override idColumn = ['account_id', 'course_id'];

  declare account_id: string;
  declare course_id: string;
  declare saved_at: Date;
}
