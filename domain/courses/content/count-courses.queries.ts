import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { completedLessons } from './live-lesson.queries.ts';

/**
 * Counts a user's courses, and the completed ones among them: every lesson of the live version. A version is only read if there are enough
 * completions.
 */
export async function countCourses(accountId: string): Promise<{ courses: number; completed: number }> {
  const [counts] = await rowsOf<{ courses: number; completed: number }>(
    database(),
    sql`select count(*)::int as courses,
               (count(*) filter (where lesson_count > 0 and done >= lesson_count and ${completedLessons(sql`mine`, accountId)} >= lesson_count))::int
                 as completed
          from (select id, current_version, lesson_count,
                       (select count(*) from lesson_completion d where d.account_id = ${accountId} and d.course_id = course.id) as done
                  from course where account_id = ${accountId}) mine`,
  );
  return counts!;
}
