import { drawnOf, clipOf } from '#domain/courses/pictures/course-pictures.queries.ts';
import { Model, ref, type QueryBuilder } from 'objection';
import type { CourseOutline } from '#contract/courses/courses.contract.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import type { CourseContent, CourseContents } from './course-content.queries.ts';

/** A learner's course: the figures for lists. The text is in `course_version`, read through `current`. */
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
  declare quality_level: 'high' | 'standard' | 'partial';
  declare created_at: Date;
  /** The published course (`creator_course`) that it is a copy of. No key: the copy stays when that is gone. */
  declare enrolled_from: string | null;
  /** It came in as a file: nothing here wrote it. */
  declare is_imported: boolean;
  /** The certificate requires a passed final test. */
  declare has_final_test: boolean;
  /** Folded titles of the course and its lessons, for searches; generated. */
  declare search_text: string | null;
  /** Folded title and description, for searches in lists; generated. */
  declare list_text: string | null;

  static override modifiers = {
    /** Selects this account's course with this id. */
    owned(query: QueryBuilder<Course>, accountId: string, courseId: string) {
      query.where({ 'course.account_id': accountId, 'course.id': courseId });
    },
    /** Adds `number` and `content` of the live version, or of another one. */
    withContent(query: QueryBuilder<Course>, number?: number) {
      query
        .join('course_version', 'course_version.course_id', 'course.id')
        .where('course_version.number', number ?? ref('course.current_version'))
        .select('course_version.number', 'course_version.content');
    },
    /** Adds the ids of the lessons its owner has completed and bookmarked, and of the pinned ones. */
    withMarks(query: QueryBuilder<Course>) {
      query.select(
        expression(
          Course.knex(),
          sql`array(select lesson_id from lesson_completion done
                     where done.account_id = course.account_id and done.course_id = course.id) as completed,
              array(select lesson_id from lesson_bookmark mark
                     where mark.account_id = course.account_id and mark.course_id = course.id) as bookmarked,
              array(select lesson_id from lesson_pin pin where pin.course_id = course.id) as pinned,
              exists (select from course_completion whole
                       where whole.account_id = course.account_id and whole.course_id = course.id) as was_completed`,
        ),
      );
    },
    /** Adds the rows of its pictures and its clip; null when it has none. */
    withPictures(query: QueryBuilder<Course>) {
      query.select(expression(Course.knex(), sql`${drawnOf(sql`course`)} as pictures, ${clipOf(sql`course`)} as clip`));
    },
    /** Adds whether its form requested the tutor; null when its request was deleted. */
    withTutor(query: QueryBuilder<Course>) {
      query.select(
        expression(
          Course.knex(),
          sql`(select (request #>> '{ai_components,vortex_enabled}')::boolean from run where run.id = course.run_id) as tutor`,
        ),
      );
    },
    /** Adds where its owner stopped reading, in wire format; null when they have not begun. */
    withReadingPlace(query: QueryBuilder<Course>) {
      query.select(
        expression(
          Course.knex(),
          sql`(select jsonb_build_object('lesson_id', place.lesson_id, 'position', place.position,
                        'read_at', to_char(place.read_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
                 from reading_place place
                where place.account_id = course.account_id and place.course_id = course.id) as reading_place`,
        ),
      );
    },
    /** Adds `saved_at`, null when the owner has not saved it. */
    withSaved(query: QueryBuilder<Course>) {
      query
        .leftJoin('saved_course', (on) =>
          on.on('saved_course.course_id', 'course.id').andOn('saved_course.account_id', 'course.account_id'),
        )
        .select('saved_course.saved_at');
    },
  };
}

/** The text of a course as it was at one time; never overwritten. The live one is `course.current_version`. */
export class CourseVersion extends Model {
  static override tableName = 'course_version';
  static override idColumn = ['course_id', 'number'];

  declare course_id: Ref<'course'>;
  declare number: number;
  declare content: CourseContent;
  /** Language, modules and names of lessons, for lists; written by a trigger. */
  declare contents: CourseContents | null;
  declare created_at: Date;
  /** What made it. */
  declare kind: 'generated' | 'regenerated' | 'edited' | 'restored' | 'completed' | 'enrolled' | 'updated';
  /** Lessons that differ from the version before. */
  declare changed_lessons: string[];
  /** Edits of one session at a screen make one version. */
  declare edit_session: string | null;
  /** The run that wrote it. */
  declare run_id: Ref<'run'> | null;
  /** The operators' batch that changed it, for the course's history. */
  declare operator_reason: string | null;
}

/** A lesson that its owner has pinned: rewriting leaves it alone. */
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
