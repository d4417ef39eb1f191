import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { completedAt } from './live-lesson.queries.ts';

/** Counts a user's courses, and how many of them are completed. */
export async function countCourses(accountId: string): Promise<{ courses: number; completed: number }> {
  const [counts] = await rowsOf<{ courses: number; completed: number }>(
    database(),
    sql`select count(*)::int as courses,
               (count(*) filter (where ${completedAt(sql`course`)} is not null))::int as completed
          from course where account_id = ${accountId}`,
  );
  return counts!;
}
