import { findLiveLesson } from '#domain/courses/content/live-lesson.queries.ts';
import { transact } from '#domain/platform/database.ts';

interface OneLesson {
  readonly accountId: string;
  readonly courseId: string;
  /** Id, or `0_1` in the live version. */
  readonly lessonId: string;
}

/** Bookmarks a lesson of one of the account's courses; repeating it changes nothing. @throws ProductError not_found */
export async function bookmarkLesson(given: OneLesson): Promise<{ bookmarked: true }> {
  return transact(async (trx) => {
    const { courseId, lessonId } = await findLiveLesson(given, trx);
    await trx('lesson_bookmark')
      .insert({ account_id: given.accountId, course_id: courseId, lesson_id: lessonId })
      .onConflict(['account_id', 'course_id', 'lesson_id'])
      .ignore();
    return { bookmarked: true };
  });
}

/** Removes a bookmark; a missing one is no error. @throws ProductError not_found when there is no such lesson */
export async function removeLessonBookmark(given: OneLesson): Promise<{ bookmarked: false }> {
  return transact(async (trx) => {
    const { courseId, lessonId } = await findLiveLesson(given, trx);
    await trx('lesson_bookmark').where({ account_id: given.accountId, course_id: courseId, lesson_id: lessonId }).del();
    return { bookmarked: false };
  });
}
