import type { completeLesson as endpoint } from '#contract/progress/progress.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { findLiveLesson, progressOf } from '#domain/courses/content/live-lesson.queries.ts';
import { transact } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { markRead } from './save-reading-place.command.ts';
import { awardPoints, POINTS } from './award-points.command.ts';
import { pointsOf } from './total-points.queries.ts';

/**
 * Marks a lesson of one of the account's courses completed and awards its points, both once. Completions follow the lesson's id through
 * every version of the course.
 * @param given `lessonId` is an id, or `0_1` in the live version
 * @returns points awarded now (0 when it was already completed), all points of the account, and the progress in the live version
 * @throws ProductError not_found
 */
export async function completeLesson(given: { accountId: string; courseId: string; lessonId: string }): Promise<AnswerOf<typeof endpoint>> {
  const { accountId } = given;
  return transact(async (trx) => {
    const { courseId, lessonId, lessonIds } = await findLiveLesson(given, trx);
    await trx('lesson_completion')
      .insert({ account_id: accountId, course_id: courseId, lesson_id: lessonId })
      .onConflict(['account_id', 'course_id', 'lesson_id'])
      .ignore();
    await markRead(trx, { accountId, courseId, lessonId });
    const points_awarded = await awardPoints(trx, { accountId, cause: `lesson:${courseId}:${lessonId}`, points: POINTS.lesson_completed });
    const [figures] = await rowsOf<{ total_points: number; completed: number }>(
      trx,
      sql`select ${pointsOf(accountId)} as total_points,
                 (select count(*)::int from lesson_completion
                   where account_id = ${accountId} and course_id = ${courseId} and lesson_id = any(${lessonIds}::uuid[])) as completed`,
    );
    const { completed, total_points } = figures!;
    const { status, progress } = progressOf(completed, lessonIds.length);
    // a completed course stays completed, even when lessons are added later
    if (status === 'completed') await trx('course_completion').insert({ account_id: accountId, course_id: courseId }).onConflict().ignore();
    return { points_awarded, total_points, course_completed: status === 'completed', progress };
  });
}
