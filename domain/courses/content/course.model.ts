import { clipOf } from '#domain/courses/pictures/course-clip.queries.ts';
import { drawnOf } from '#domain/courses/pictures/course-pictures.queries.ts';
import { Model, raw, type QueryBuilder } from 'objection';
import type { Course, CourseOutline } from '#contract/courses/courses.contract.ts';

/** A learner's course: the figures for lists. The text is in `course_version`, read through `current`. */
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
  declare outline: CourseOutline;
  declare module_count: number;
  declare lesson_count: number;
  declare duration_minutes: number;
  declare quality_level: Course['quality_level'];
  declare created_at: Date;

  static override modifiers = {
    /** Selects this account's course with this id. */
    owned(query: QueryBuilder<CourseModel>, accountId: string, courseId: string) {
      query.where({ 'course.account_id': accountId, 'course.id': courseId });
    },
    /** Adds `number` and `content` of the live version, or of another one. */
    withContent(query: QueryBuilder<CourseModel>, number?: number) {
      query
        .join('course_version', 'course_version.course_id', 'course.id')
        .where('course_version.number', number ?? raw('course.current_version'))
        .select('course_version.number', 'course_version.content');
    },
    /** Adds the ids of the lessons its owner has completed and bookmarked, and of the pinned ones. */
    withMarks(query: QueryBuilder<CourseModel>) {
      query.select(
        raw(`array(select lesson_id from lesson_completion done
                    where done.account_id = course.account_id and done.course_id = course.id) as completed`),
        raw(`array(select lesson_id from lesson_bookmark kept
                    where kept.account_id = course.account_id and kept.course_id = course.id) as bookmarked`),
        raw(`array(select lesson_id from lesson_pin pin where pin.course_id = course.id) as pinned`),
        raw(`exists (select from course_completion whole
                      where whole.account_id = course.account_id and whole.course_id = course.id) as was_completed`),
      );
    },
    /** Adds the rows of its pictures and its clip; null when it has none. */
    withPictures(query: QueryBuilder<CourseModel>) {
      query.select(raw(`${drawnOf('course')} as pictures`), raw(`${clipOf('course')} as clip`));
    },
    /** Adds whether its form requested the tutor; null when its request was deleted. */
    withTutor(query: QueryBuilder<CourseModel>) {
      query.select(raw(`(select (request #>> '{ai_components,vortex_enabled}')::boolean from run where run.id = course.run_id) as tutor`));
    },
    /** Adds where its owner stopped reading, in wire format; null when they have not begun. */
    withReadingPlace(query: QueryBuilder<CourseModel>) {
      query.select(
        raw(`(select jsonb_build_object('lesson_id', place.lesson_id, 'position', place.position,
                     'read_at', to_char(place.read_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
                from reading_place place
               where place.account_id = course.account_id and place.course_id = course.id) as reading_place`),
      );
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
