import { transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { courseIdOf } from '#domain/courses/content/course-id.queries.ts';
import { Course } from '#domain/courses/content/course.model.ts';
import { SavedCourse } from './saved-course.model.ts';

/**
 * Adds one of the account's own courses to its saved list. Repeating it keeps the first time.
 * @returns number of courses now on the list
 * @throws ProductError not_found when there is no such course, or it belongs to another user
 */
export async function saveCourse({ accountId, courseId }: { accountId: string; courseId: string }): Promise<{ total: number }> {
  const id = courseIdOf(courseId);
  return transact(async (trx) => {
    const course = await Course.query(trx).select('id').modify('owned', accountId, id).forShare().first();
    if (!course) throw notFound('course');
    await SavedCourse.query(trx).insert({ account_id: accountId, course_id: id }).onConflict(['account_id', 'course_id']).ignore();
    return { total: await SavedCourse.query(trx).where({ account_id: accountId }).resultSize() };
  });
}

/**
 * Removes one of the account's own courses from its saved list; the course stays. Removing an unsaved one succeeds.
 * @returns number of courses still on the list
 * @throws ProductError not_found when there is no such course, or it belongs to another user
 */
export async function removeSavedCourse({ accountId, courseId }: { accountId: string; courseId: string }): Promise<{ remaining: number }> {
  const id = courseIdOf(courseId);
  return transact(async (trx) => {
    const course = await Course.query(trx).select('id').modify('owned', accountId, id).first();
    if (!course) throw notFound('course');
    await SavedCourse.query(trx).delete().where({ account_id: accountId, course_id: id });
    return { remaining: await SavedCourse.query(trx).where({ account_id: accountId }).resultSize() };
  });
}
