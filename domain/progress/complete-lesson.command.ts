import type { completeLesson as endpoint } from '#contract/progress/progress.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { completedLessons, findLiveLesson, progressOf } from '#domain/courses/content/live-lesson.queries.ts';
import { transact } from '#domain/platform/database.ts';
import { awardReached } from '#domain/dashboard/award-achievements.command.ts';
import { lockName } from '#domain/platform/lock-name.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { recordCompletion } from './record-completion.command.ts';
import { markRead } from './save-reading-place.command.ts';
import { awardPoints, POINTS } from './award-points.command.ts';
import { pointsOf } from './total-points.queries.ts';

/**
 * Marks a lesson of one of the account's courses completed and awards its points and what it reached, all once. Completions follow the lesson's id through
 * every version of the course.
 * @param given `lessonId` is an id, or `0_1` in the live version
 * @returns points awarded now (0 when it was already completed), all points of the account, and the progress in the live version
 * @throws ProductError not_found
 */
export async function completeLesson(given: { accountId: string; courseId: string; lessonId: string }): Promise<AnswerOf<typeof endpoint>> {
  const { accountId } = given;
  return transact(async (trx) => {
    const { courseId, lessonId, lessonIds } = await findLiveLesson(given, trx);
    // of two lessons completed at once, the second sees that the course is complete
    await lockName(trx, `completing:${accountId}`);
    await trx('lesson_completion')
      .insert({ account_id: accountId, course_id: courseId, lesson_id: lessonId })
      .onConflict(['account_id', 'course_id', 'lesson_id'])
      .ignore();
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
