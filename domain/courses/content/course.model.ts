import { Model } from 'objection';
import type { CourseOutline } from '#contract/courses/courses.contract.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';
import type { CourseContent, CourseContents } from './course-content.queries.ts';

/** A learner's course, with the figures for lists. The text is in `course_version`, at the number in `current_version`. */
export class Course extends Model {
  static override tableName = 'course';

  declare id: string;
  declare account_id: Ref<'account'>;
  /** The run that wrote it; null for a copy or an import. */
  declare run_id: Ref<'run'> | null;
  declare current_version: number;
  declare title: string;
  declare description: string;
  declare difficulty: string;
  declare duration: string;
  declare age_group: string;
  /** Modules, objectives and insights for lists, without the text of lessons. */
  declare outline: CourseOutline;
  declare module_count: number;
  declare lesson_count: number;
  declare duration_minutes: number;
  declare quality_level: CourseContent['quality_level'];
  declare created_at: Date;
  /** The published course (`creator_course`) that it is a copy of. No foreign key: the copy outlives it. */
  declare enrolled_from: string | null;
  /** The teacher's course that this student's copy was made from; it may have been deleted. */
  declare assigned_from: string | null;
  /** The ready course of the free library that it is a copy of; an account has one of each. */
  declare library_slug: string | null;
  /** It was imported from a file, so no service here wrote it. */
  declare is_imported: boolean;
  /** The certificate requires a passed final test. */
  declare has_final_test: boolean;
  /** Normalised titles of the course and its lessons, for searches; generated. */
  declare search_text: string | null;
  /** Normalised title and description, for searches in lists; generated. */
  declare list_text: string | null;
}

/** The text of a course at one time; never overwritten. The live version is `course.current_version`. */
export class CourseVersion extends Model {
  static override tableName = 'course_version';
  static override idColumn = ['course_id', 'number'];

  declare course_id: Ref<'course'>;
  declare number: number;
  declare content: CourseContent;
  /** Language, modules and lesson names, for lists; written by a trigger. */
  declare contents: CourseContents | null;
  /** Ids of all its lessons, in reading order; generated, so that counting completed lessons need not read the text. */
  declare lesson_ids: string[] | null;
  declare created_at: Date;
  /** The origin of the version. */
  declare kind: 'generated' | 'regenerated' | 'edited' | 'restored' | 'completed' | 'corrected' | 'enrolled' | 'updated';
  /** Ids of the lessons that differ from the previous version. */
  declare changed_lessons: string[];
  /** The editing session; all edits of one session make one version. */
  declare edit_session: string | null;
  /** The run that wrote it. */
  declare run_id: Ref<'run'> | null;
  /** The operators' batch that changed it, shown in the course's history. */
  declare operator_reason: string | null;
}

/** A lesson that its owner has pinned; services do not rewrite it. */
export class LessonPin extends Model {
  static override tableName = 'lesson_pin';
  static override idColumn = ['course_id', 'lesson_id'];

  declare course_id: Ref<'course'>;
  declare lesson_id: string;
  declare pinned_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    course: Table<Course>;
    course_version: Table<CourseVersion>;
    lesson_pin: Table<LessonPin>;
  }
}
