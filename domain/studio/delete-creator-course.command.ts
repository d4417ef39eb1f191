import { transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { creatorCourseIdOf } from './creator-course.queries.ts';

/** Orders that were never paid. All others belong to a course that was sold, or is being sold. */
const UNSOLD = ['expired', 'failed'];

/**
 * Deletes one of the creator's courses that was never bought. A sold one stays, even after a refund: the ledger references it; so does one
 * that operators took down: new courses are compared with it.
 * @throws ProductError not_found, studio.course_kept
 */
export async function deleteCreatorCourse({ accountId, courseId }: { accountId: string; courseId: string }): Promise<void> {
  const id = creatorCourseIdOf(courseId);
  await transact(async (trx) => {
    const course = await trx('creator_course').where({ account_id: accountId, id }).forUpdate().first('taken_down_reason');
    if (!course) throw notFound('course');
    if (course.taken_down_reason !== null)
      throw new ProductError('studio.course_kept', 'This course was taken out of the market by our team, so it cannot be deleted.');
    const order = await trx('billing_order').where({ kind: 'course', package_id: id }).whereNotIn('status', UNSOLD).first('id');
    if (order) throw new ProductError('studio.course_kept', 'This course was sold or is being paid for, so it cannot be deleted.');
    await trx('creator_course').where({ id }).delete();
  });
}
