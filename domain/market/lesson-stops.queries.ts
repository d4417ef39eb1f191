import { rowsOf, sql } from '#domain/platform/sql.ts';
import { FEWEST_STUDENTS } from '#contract/studio/creator-figures.contract.ts';
import type { LessonStops } from '#contract/studio/creator-movements.contract.ts';
import { namedLessons, type CourseContents } from '#domain/courses/content/course-content.queries.ts';
import { completedAt } from '#domain/courses/content/live-lesson.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { creatorCourseIdOf } from '#domain/studio/creator-course.queries.ts';

/** Returns how far the students of a course got, lesson by lesson of the published version. @throws ProductError not_found */
export async function lessonStops({ accountId, courseId }: { accountId: string; courseId: string }): Promise<LessonStops> {
  const id = creatorCourseIdOf(courseId);
  const [course] = await rowsOf<{ contents: CourseContents | null; students: number }>(
    database(),
    sql`select published.contents, c.students
       from creator_course c
       left join publication_version published on published.creator_course_id = c.id and published.number = c.published_version
      where c.id = ${id} and c.account_id = ${accountId}`,
  );
  if (!course) throw notFound('course');
  if (!course.contents || course.students < FEWEST_STUDENTS) return { students: course.students, lessons: [] };
  const counted = await rowsOf<{ lesson_id: string; completed: number; stopped: number }>(
    database(),
    sql`with own as (select account_id, course_id from enrolment where creator_course_id = ${id} and refunded_at is null and course_id is not null)
     select lesson_id, sum(completed)::int as completed, sum(stopped)::int as stopped from (
       select done.lesson_id, 1 as completed, 0 as stopped from own join lesson_completion done using (account_id, course_id)
       union all
       select place.lesson_id, 0, 1 from own join reading_place place using (account_id, course_id) join course on course.id = own.course_id
        where place.read_at < now() - interval '14 days' and ${completedAt(sql`course`)} is null) each
      group by 1`,
  );
  const found = new Map(counted.map((row) => [row.lesson_id, row]));
  return {
    students: course.students,
    lessons: namedLessons(course.contents).map(({ lesson_id, title }) => ({
      lesson_id,
      title,
      completed: found.get(lesson_id)?.completed ?? 0,
      stopped: found.get(lesson_id)?.stopped ?? 0,
    })),
  };
}
