import type { Knex } from 'knex';
import { completedAt } from '#domain/courses/content/live-lesson.queries.ts';
import { awardReached } from '#domain/dashboard/activity.commands.ts';
import { actTime } from '#domain/platform/acts/act.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';

/**
 * Records when the owner of a course first has every lesson of its live version. Call it after a lesson was completed, and after the
 * lessons of the course have changed. It was completed with its last lesson, or when the lessons changed; it arrived now.
 */
export async function recordCompletion(trx: Knex.Transaction, courseId: string): Promise<void> {
  const [first] = await rowsOf<{ account_id: string }>(
    trx,
    sql`insert into course_completion (account_id, course_id, completed_at)
        select account_id, id, greatest(${completedAt(sql`course`)}, ${actTime()}) from course
         where id = ${courseId} and ${completedAt(sql`course`)} is not null
            on conflict do nothing returning account_id`,
  );
  if (first) await awardReached(trx, first.account_id, ['courses']);
}
