import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A minute of active learning. */
export class ActivityMinute extends Model {
  static override tableName = 'activity_minute';
  static override idColumn = ['account_id', 'at'];

  declare account_id: Ref<'account'>;
  /** Start of the minute. */
  declare at: Date;
  declare course_id: Ref<'course'> | null;
}

/** An achievement that a learner has reached. */
export class Achievement extends Model {
  static override tableName = 'achievement';
  static override idColumn = ['account_id', 'achievement'];

  declare account_id: Ref<'account'>;
  /** An id of `contract/dashboard/achievements.ts`. */
  declare achievement: string;
  declare awarded_at: Date;
}

/** A learner's goal: minutes per week, or a course by a date. */
export class LearningGoal extends Model {
  static override tableName = 'learning_goal';
  static override idColumn = ['account_id', 'subject'];

  declare account_id: Ref<'account'>;
  /** `week`, or the id of the course. */
  declare subject: string;
  declare course_id: Ref<'course'> | null;
  /** Minutes per week. */
  declare minutes: number | null;
  /** Date by which the course should be completed. */
  declare due_on: Date | null;
  declare created_at: Date;
}

/** Awarded points, append-only. */
export class PointEntry extends Model {
  static override tableName = 'point_entry';

  declare id: number;
  declare account_id: Ref<'account'>;
  /** Unique per account, so that every award happens once. */
  declare cause: string;
  declare points: number;
  declare created_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    activity_minute: Table<ActivityMinute>;
    achievement: Table<Achievement>;
    learning_goal: Table<LearningGoal>;
    point_entry: Table<PointEntry>;
  }
}
