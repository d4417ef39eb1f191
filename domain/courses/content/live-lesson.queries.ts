import type { Knex } from 'knex';
import type { Course } from '#contract/courses/courses.contract.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { type CourseContent, type CourseContents, type LessonContent, lessonsOf } from './course-content.queries.ts';
import { courseIdOf } from './course-id.queries.ts';
import type { CourseVersion } from './course.model.ts';

/** Ids of the lessons of a live version, by module, in reading order. */
export type LessonIds = readonly (readonly string[])[];

/** SQL expression: the modules as JSON, or null without modules. @param contents of the version */
export const lessonIds = (contents: Sql): Sql =>
  sql`(select jsonb_agg(jsonb_path_query_array(module, '$.lessons[*].lesson_id') order by place)
         from jsonb_array_elements(${contents}->'modules') with ordinality as modules (module, place))`;

const completedOf = (course: Sql): Sql => sql`from lesson_completion done
   where done.account_id = ${course}.account_id and done.course_id = ${course}.id
     and done.lesson_id = any((select lesson_ids from course_version live
          where live.course_id = ${course}.id and live.number = ${course}.current_version)::uuid[])`;

/**
 * SQL expression: the number of lessons of the live version that the course's owner has completed.
 * @param course alias of a row with `id`, `account_id` and `current_version`
 */
export const completedLessons = (course: Sql): Sql => sql`(select count(*)::int ${completedOf(course)})`;

/**
 * SQL expression: when a course's owner completed the last lesson of its live version, or null while one is left. This alone decides
 * whether a course is completed, since the set of lessons can change. Completed lessons may have been removed since, so the version has to
 * be read, but only if enough lessons were completed at all: otherwise a list of a thousand courses would read every version.
 * @param course alias of a row with `id`, `account_id`, `current_version` and `lesson_count`
 */
export const completedAt = (course: Sql): Sql => sql`(case
  when (select count(*) from lesson_completion one where one.account_id = ${course}.account_id and one.course_id = ${course}.id)
       >= greatest(${course}.lesson_count, 1)
  then (select case when count(*) >= greatest(${course}.lesson_count, 1) then max(done.completed_at) end ${completedOf(course)}) end)`;

/**
 * Resolves a lesson id from a URL: the permanent id, or the specified form `0_1` (module and lesson from 0) within `lessons` (G34).
 * @throws ProductError not_found
 */
export function lessonIdIn(lessons: LessonIds, text: string): string {
  const [, module, lesson] = /^(\d{1,3})_(\d{1,3})$/.exec(text) ?? [];
  const wanted = isUuid(text) ? text.toLowerCase() : undefined;
  const id = module === undefined ? lessons.flat().find((one) => one === wanted) : lessons[Number(module)]?.[Number(lesson)];
  if (!id) throw notFound('lesson');
  return id;
}

/** Returns the ids of all lessons, by module and in order. */
export const idsOf = ({ modules }: Pick<CourseContent | CourseContents, 'modules'>): LessonIds =>
  modules.map((module) => module.lessons.map((lesson) => lesson.lesson_id));

/**
 * Finds a lesson in the live version of one of the account's courses, by id or by `0_1`; also returns all lesson ids of that version.
 * @throws ProductError not_found
 */
export async function findLiveLesson(
  { accountId, courseId, lessonId }: { accountId: string; courseId: string; lessonId: string },
  trx: Knex = database(),
): Promise<{ courseId: string; lessonId: string; lessonIds: string[] }> {
  const [course] = await rowsOf<{ id: string; lessons: LessonIds | null }>(
    trx,
    sql`select course.id, ${lessonIds(sql`contents`)} as lessons
          from course join course_version on course_id = course.id and number = current_version
         where course.id = ${courseIdOf(courseId)} and course.account_id = ${accountId}`,
  );
  if (!course) throw notFound('course');
  const lessons = course.lessons ?? [];
  return { courseId: course.id, lessonId: lessonIdIn(lessons, lessonId), lessonIds: lessons.flat() };
}

/** Returns the names of everything in one of the account's courses. @throws ProductError not_found */
export async function liveContents({ accountId, courseId }: { accountId: string; courseId: string }): Promise<{
  courseId: string;
  runId: string | null;
  title: string;
  contents: CourseContents;
  pinned: readonly string[];
}> {
  const [course] = await rowsOf<{ courseId: string; runId: string | null; title: string; contents: CourseContents; pinned: string[] }>(
    database(),
    sql`select course.id as "courseId", course.run_id as "runId", course.title, contents,
               array(select lesson_id from lesson_pin where course_id = course.id) as pinned
          from course join course_version on course_id = course.id and number = current_version
         where course.id = ${courseIdOf(courseId)} and course.account_id = ${accountId}`,
  );
  if (!course) throw notFound('course');
  return course;
}

/** Returns the live version of one of the account's courses, the run that made it, and its pinned lessons. @throws ProductError not_found */
export async function liveCourse({ accountId, courseId }: { accountId: string; courseId: string }): Promise<{
  courseId: string;
  runId: string | null;
  content: CourseContent;
  pinned: readonly string[];
}> {
  const [course] = await rowsOf<{ courseId: string; runId: string | null; content: CourseContent; pinned: string[] }>(
    database(),
    sql`select course.id as "courseId", course.run_id as "runId", content,
               array(select lesson_id from lesson_pin where course_id = course.id) as pinned
          from course join course_version on course_id = course.id and number = current_version
         where course.id = ${courseIdOf(courseId)} and course.account_id = ${accountId}`,
  );
  if (!course) throw notFound('course');
  return course;
}

/** SQL: the lessons of the live version of an account's course, each as `lesson`. */
const fromLiveLessons = ({ courseId, accountId }: { courseId: string; accountId: string }): Sql =>
  sql`from course join course_version on course_id = course.id and number = current_version,
           jsonb_path_query(content, '$.modules[*].lessons[*]') lesson
     where course.id = ${courseId} and course.account_id = ${accountId}`;

/** Returns the visible text of one live lesson, or null when the course, or the lesson in it, does not exist. */
export async function liveText(given: {
  accountId: string;
  courseId: string;
  lessonId: string;
}): Promise<Pick<LessonContent, 'content' | 'objectives' | 'key_takeaways'> | null> {
  const [text] = await rowsOf<Pick<LessonContent, 'content' | 'objectives' | 'key_takeaways'>>(
    database(),
    sql`select lesson->'content' as content, lesson->'objectives' as objectives, lesson->'key_takeaways' as key_takeaways
        ${fromLiveLessons(given)} and lesson->>'lesson_id' = ${given.lessonId}`,
  );
  return text ?? null;
}

/** Returns the texts of all other lessons of a live course, for finding repetitions. */
export async function otherTexts(given: { accountId: string; courseId: string; lessonId: string }): Promise<string[]> {
  const texts = await rowsOf<Pick<LessonContent, 'content'>>(
    database(),
    sql`select lesson->>'content' as content ${fromLiveLessons(given)} and lesson->>'lesson_id' <> ${given.lessonId}`,
  );
  return texts.map(({ content }) => content);
}

/**
 * Returns a learner's progress in a course: whole percent (100 only when everything is done) and the status that follows from it (G36).
 * Opening a course to read puts it in progress, even before the first lesson is completed.
 */
export function progressOf(completed: number, lessons: number, isRead = false): { status: Course['status']; progress: number } {
  if (lessons > 0 && completed >= lessons) return { status: 'completed', progress: 100 };
  if (completed === 0 || lessons === 0) return { status: isRead ? 'in-progress' : 'generated', progress: 0 };
  return { status: 'in-progress', progress: Math.floor((completed / lessons) * 100) };
}

/** Returns the lessons of a course's live version in reading order, without an ownership check; none when there is no such course. */
export async function liveLessons(courseId: string): Promise<LessonContent[]> {
  const row = await database()('course_version')
    .join('course', { 'course.id': 'course_id', 'course.current_version': 'number' })
    .where({ course_id: courseId })
    .first<Pick<CourseVersion, 'content'> | undefined>('content');
  return row ? lessonsOf(row.content) : [];
}
