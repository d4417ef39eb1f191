import type { Knex } from 'knex';
import { transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { courseIdOf } from '#domain/courses/content/course-id.queries.ts';

/**
 * Adds one of the account's own courses to its saved list. Repeating it keeps the first time.
 * @returns number of courses now on the list
 * @throws ProductError not_found when the course does not exist, or belongs to another user
 */
export async function saveCourse({ accountId, courseId }: { accountId: string; courseId: string }): Promise<{ total: number }> {
  const id = courseIdOf(courseId);
  return transact(async (trx) => {
    const course = await trx('course').where({ id, account_id: accountId }).forShare().first('id');
    if (!course) throw notFound('course');
    await trx('saved_course').insert({ account_id: accountId, course_id: id }).onConflict(['account_id', 'course_id']).ignore();
    return { total: await savedCount(trx, accountId) };
  });
}

/**
 * Removes one of the account's own courses from its saved list; the course stays. Succeeds for an unsaved course too.
 * @returns number of courses still on the list
 * @throws ProductError not_found when the course does not exist, or belongs to another user
 */
export async function removeSavedCourse({ accountId, courseId }: { accountId: string; courseId: string }): Promise<{ remaining: number }> {
  const id = courseIdOf(courseId);
  return transact(async (trx) => {
    const course = await trx('course').where({ id, account_id: accountId }).first('id');
    if (!course) throw notFound('course');
    await trx('saved_course').where({ account_id: accountId, course_id: id }).delete();
    return { remaining: await savedCount(trx, accountId) };
  });
}

async function savedCount(trx: Knex.Transaction, accountId: string): Promise<number> {
  const counted = await trx('saved_course').where({ account_id: accountId }).count({ n: '*' }).first();
  return Number(counted?.n);
}
