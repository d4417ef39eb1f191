import { Model, type QueryBuilder } from 'objection';
import type { Course } from '#contract/courses/courses.contract.ts';

/** What a learner has: the figures lists are made of. The text is in `course_version`, read through `current`. */
export class CourseModel extends Model {
  static override tableName = 'course';

  declare id: string;
  declare account_id: string;
  declare run_id: string | null;
  declare current_version: number;
  declare title: string;
  declare description: string;
  declare difficulty: string;
  declare duration: string;
  declare age_group: string;
  declare module_count: number;
  declare lesson_count: number;
  declare duration_minutes: number;
  declare quality_level: Course['quality_level'];
  declare created_at: Date;

  static override modifiers = {
    /** Only this account's course with this id. */
    owned(query: QueryBuilder<CourseModel>, accountId: string, courseId: string) {
      query.where({ 'course.account_id': accountId, 'course.id': courseId });
    },
    /** Adds `content` of the current version. */
    withContent(query: QueryBuilder<CourseModel>) {
      query
        .join('course_version', (on) =>
          on.on('course_version.course_id', 'course.id').andOn('course_version.number', 'course.current_version'),
        )
        .select('course_version.content');
    },
    /** Adds `saved_at`, null when the owner has not saved it. */
    withSaved(query: QueryBuilder<CourseModel>) {
      query
        .leftJoin('saved_course', (on) =>
          on.on('saved_course.course_id', 'course.id').andOn('saved_course.account_id', 'course.account_id'),
        )
        .select('saved_course.saved_at');
    },
  };
}
