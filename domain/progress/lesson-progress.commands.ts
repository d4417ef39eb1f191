import type { Knex } from 'knex';
import type { completeLesson as endpoint } from '#contract/progress/progress.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import type { ReadingPlace } from '#contract/progress/reading-place.contract.ts';
import { deliverLessons } from '#domain/courses/content/delivery.commands.ts';
import { completedLessons, findLiveLesson, progressOf } from '#domain/courses/content/live-lesson.queries.ts';
import { actTime } from '#domain/platform/acts/act.ts';
import { transact } from '#domain/platform/database.ts';
import { awardReached } from '#domain/dashboard/activity.commands.ts';
import { lockName } from '#domain/platform/lock-name.ts';
import { rowsOf, sql, expression } from '#domain/platform/sql.ts';
import { recordCompletion } from './record-completion.command.ts';
import { findLibraryCards, keepLibraryCards } from '#domain/practice/cards/library-card.commands.ts';
import { POINTS } from '#contract/dashboard/points.ts';
import { awardPoints } from '#domain/dashboard/award-points.command.ts';
import { pointsOf } from '#domain/dashboard/points.queries.ts';

/**
 * Marks a lesson of one of the account's courses as completed, awards its points and achievements, and keeps the library's flash cards of it,
 * all once. Completions follow the lesson's id through every version of the course. A lesson completed without a connection counts by its own
 * time, also if it has been completed on another device since.
 * @param given `lessonId` is an id, or `0_1` in the live version
 * @returns points awarded now (0 when it was already completed), all points of the account, and the progress in the live version
 * @throws ProductError not_found
 */
export async function completeLesson(given: { accountId: string; courseId: string; lessonId: string }): Promise<AnswerOf<typeof endpoint>> {
  const { accountId } = given;
  // asked before anything is locked
  const cards = await findLibraryCards(given);
  return transact(async (trx) => {
    const { courseId, lessonId, lessonIds } = await findLiveLesson(given, trx);
    // of two lessons completed at once, the second sees that the course is complete
    await lockName(trx, `completing:${accountId}`);
    await deliverLessons({ accountId, courseId, lessonIds: [lessonId] }, trx);
    const at = actTime();
    const [stored] = await rowsOf<{ is_first: boolean }>(
      trx,
      sql`insert into lesson_completion as known (account_id, course_id, lesson_id, completed_at)
          values (${accountId}, ${courseId}, ${lessonId}, ${at})
              on conflict (account_id, course_id, lesson_id) do update set completed_at = excluded.completed_at
                 where excluded.completed_at < known.completed_at
          returning (xmax = 0) as is_first`,
    );
    if (stored?.is_first) await keepLibraryCards(trx, accountId, cards);
    await markRead(trx, { accountId, courseId, lessonId });
    const points_awarded = await awardPoints(trx, { accountId, cause: `lesson:${courseId}:${lessonId}`, points: POINTS.lesson_completed });
    await recordCompletion(trx, courseId);
    await awardReached(trx, accountId, ['lessons', 'streak']);
    const [figures] = await rowsOf<{ total_points: number; completed: number }>(
      trx,
      sql`select ${pointsOf(accountId)} as total_points, ${completedLessons(sql`course`)} as completed from course where id = ${courseId}`,
    );
    const { completed, total_points } = figures!;
    const { status, progress } = progressOf(completed, lessonIds.length);
    return { points_awarded, total_points, course_completed: status === 'completed', progress };
  });
}

interface OneLesson {
  readonly accountId: string;
  readonly courseId: string;
  /** The lesson's id, or its place in the live version, e.g. `0_1`. */
  readonly lessonId: string;
}

/** Bookmarks a lesson of one of the account's courses; repeating it changes nothing. @throws ProductError not_found */
export async function bookmarkLesson(given: OneLesson): Promise<{ bookmarked: true }> {
  return transact(async (trx) => {
    const { courseId, lessonId } = await findLiveLesson(given, trx);
    await trx('lesson_bookmark')
      .insert({ account_id: given.accountId, course_id: courseId, lesson_id: lessonId, created_at: actTime() })
      .onConflict(['account_id', 'course_id', 'lesson_id'])
      .ignore();
    return { bookmarked: true };
  });
}

/** Removes a bookmark; a missing one is no error. @throws ProductError not_found when the lesson does not exist */
export async function removeLessonBookmark(given: OneLesson): Promise<{ bookmarked: false }> {
  return transact(async (trx) => {
    const { courseId, lessonId } = await findLiveLesson(given, trx);
    await trx('lesson_bookmark').where({ account_id: given.accountId, course_id: courseId, lesson_id: lessonId }).del();
    return { bookmarked: false };
  });
}

/**
 * Stores a user's reading place in one of their courses. Of two devices the latest reader wins: a late report changes nothing, and a fast
 * clock cannot lock out the others.
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

/** Makes a lesson the current one after work on it, without a position, unless another was read later. */
async function markRead(
  trx: Knex,
  { accountId, courseId, lessonId }: { accountId: string; courseId: string; lessonId: string },
): Promise<void> {
  await rowsOf(
    trx,
    sql`insert into reading_place as place (account_id, course_id, lesson_id, read_at)
        values (${accountId}, ${courseId}, ${lessonId}, ${actTime()})
        on conflict (account_id, course_id) do update
           set lesson_id = excluded.lesson_id, read_at = excluded.read_at,
               position = case when place.lesson_id = excluded.lesson_id then place.position else 0 end
         where place.read_at <= excluded.read_at`,
  );
}
