import { database } from '#domain/platform/database.ts';

/**
 * Counts a user's courses, and the completed ones among them: every lesson of the live version. A version is only read if there are enough
 * completions.
 */
export async function countCourses(accountId: string): Promise<{ courses: number; completed: number }> {
  const { rows } = await database().raw(
    `select count(*)::int as courses,
            (count(*) filter (where lesson_count > 0 and done >= lesson_count and
               (select count(*) from lesson_completion c
                 where c.account_id = :accountId and c.course_id = mine.id
                   and c.lesson_id::text in (select lesson #>> '{}' from course_version live, jsonb_path_query(live.content, '$.modules[*].lessons[*].lesson_id') lesson
                                              where live.course_id = mine.id and live.number = mine.current_version)) >= lesson_count))::int as completed
       from (select id, current_version, lesson_count,
                    (select count(*) from lesson_completion d where d.account_id = :accountId and d.course_id = course.id) as done
               from course where account_id = :accountId) mine`,
    { accountId },
  );
  return rows[0];
}
