import type { Knex } from 'knex';
import type { ReadingPlace } from '#contract/progress/reading-place.contract.ts';
import { findLiveLesson } from '#domain/courses/content/live-lesson.queries.ts';
import { transact } from '#domain/platform/database.ts';
import { expression, rowsOf, sql } from '#domain/platform/sql.ts';

/**
 * Stores a user's reading place in one of their courses. Of two devices the latest reader wins; a late report changes nothing, and a clock
 * that runs ahead cannot lock out the others.
 * @param given `lessonId` is an id, or `0_1` in the live version
 * @returns the stored place
 * @throws ProductError not_found
 */
export async function saveReadingPlace(given: {
  accountId: string;
  courseId: string;
  lessonId: string;
  position: number;
  readAt: string;
}): Promise<ReadingPlace> {
  return transact(async (trx) => {
    const { courseId, lessonId } = await findLiveLesson(given, trx);
    const key = { account_id: given.accountId, course_id: courseId };
    const readAt = expression(trx, sql`least(${given.readAt}::timestamptz, now())`);
    await trx('reading_place')
      .insert({ ...key, lesson_id: lessonId, position: given.position, read_at: readAt })
      .onConflict(['account_id', 'course_id'])
      .merge(['lesson_id', 'position', 'read_at'])
      .where(expression(trx, sql`reading_place.read_at <= excluded.read_at`));
    const place = await trx('reading_place').where(key).first('lesson_id', 'position', 'read_at');
    return { ...place!, read_at: place!.read_at.toISOString() };
  });
}

/** Makes a lesson the current one after work on it, without a position. */
export async function markRead(
  trx: Knex,
  { accountId, courseId, lessonId }: { accountId: string; courseId: string; lessonId: string },
): Promise<void> {
  await rowsOf(
    trx,
    sql`insert into reading_place as place (account_id, course_id, lesson_id) values (${accountId}, ${courseId}, ${lessonId})
        on conflict (account_id, course_id) do update
           set lesson_id = excluded.lesson_id, read_at = excluded.read_at,
               position = case when place.lesson_id = excluded.lesson_id then place.position else 0 end`,
  );
}
