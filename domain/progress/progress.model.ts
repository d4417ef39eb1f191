import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A lesson that a learner has completed. */
export class LessonCompletion extends Model {
  static override tableName = 'lesson_completion';
  static override idColumn = ['account_id', 'course_id', 'lesson_id'];

  declare account_id: Ref<'account'>;
  declare course_id: Ref<'course'>;
  declare lesson_id: string;
  declare completed_at: Date;
}

/** A lesson that a learner has bookmarked. */
export class LessonBookmark extends Model {
  static override tableName = 'lesson_bookmark';
  static override idColumn = ['account_id', 'course_id', 'lesson_id'];

  declare account_id: Ref<'account'>;
  declare course_id: Ref<'course'>;
  declare lesson_id: string;
  declare created_at: Date;
}

/**
 * When a learner first completed every lesson of a course. Lessons added later are new to them; `completedAt` tells whether it is completed
 * now.
 */
export class CourseCompletion extends Model {
  static override tableName = 'course_completion';
  static override idColumn = ['account_id', 'course_id'];

  declare account_id: Ref<'account'>;
  declare course_id: Ref<'course'>;
  declare completed_at: Date;
  /** When we learnt of it: later than it was completed, if that was without a connection. */
  declare arrived_at: Date;
}

/** The position at which a learner stopped reading a course, on any device. */
export class ReadingPlace extends Model {
  static override tableName = 'reading_place';
  static override idColumn = ['account_id', 'course_id'];

  declare account_id: Ref<'account'>;
  declare course_id: Ref<'course'>;
  declare lesson_id: string;
  /** Integer part: number of the block in the lesson; fraction: position within it. */
  declare position: number;
  declare read_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    lesson_completion: Table<LessonCompletion>;
    lesson_bookmark: Table<LessonBookmark>;
    course_completion: Table<CourseCompletion>;
    reading_place: Table<ReadingPlace>;
  }
}
