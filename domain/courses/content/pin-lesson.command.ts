import { transact } from '#domain/platform/database.ts';
import { findLiveLesson } from './live-lesson.queries.ts';

/**
 * Pins a lesson, or unpins it: pinned lessons are never rewritten by a service. Repeating it changes nothing.
 * @throws ProductError not_found
 */
export async function pinLesson(given: {
  accountId: string;
  courseId: string;
  lessonId: string;
  pinned: boolean;
}): Promise<{ pinned: boolean }> {
  return transact(async (trx) => {
    const { courseId, lessonId } = await findLiveLesson(given, trx);
    const row = { course_id: courseId, lesson_id: lessonId };
    if (given.pinned) await trx('lesson_pin').insert(row).onConflict(['course_id', 'lesson_id']).ignore();
    else await trx('lesson_pin').where(row).del();
    return { pinned: given.pinned };
  });
}
