import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A place for a picture in a course (its cover, or a module), with its picture. */
export class CoursePicture extends Model {
  static override tableName = 'course_picture';
  static override idColumn = ['home_id', 'place'];

  /** The run that writes the course, so that a picture can exist before its course; without a run, the course itself. */
  declare home_id: string;
  /** `cover` or `module:<id of the first lesson when it was drawn>`. */
  declare place: string;
  declare account_id: Ref<'account'>;
  /** For a module: its lessons, which keep their ids. */
  declare lessons: string[];
  /** `missing`: drawing failed (`error_code`); `removed`: its owner removed it. */
  declare state: 'drawn' | 'missing' | 'removed';
  declare media_id: Ref<'media_object'> | null;
  /** A smaller copy. */
  declare thumb_id: Ref<'media_object'> | null;
  /** Description for people who cannot see it. */
  declare alt: string;
  /** The prompt that was sent to the service. */
  declare prompt: string;
  declare error_code: string | null;
  declare run_id: Ref<'run'> | null;
  declare changed_at: Date;
}

/** The place of a course's video clip. */
export class CourseClip extends Model {
  static override tableName = 'course_clip';
  static override idColumn = 'home_id';

  /** As in `course_picture`. */
  declare home_id: string;
  declare account_id: Ref<'account'>;
  declare lesson_id: string;
  /** The clip. */
  declare run_id: Ref<'video_clip'>;
  declare created_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    course_picture: Table<CoursePicture>;
    course_clip: Table<CourseClip>;
  }
}
