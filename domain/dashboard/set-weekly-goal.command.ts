import { database, transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';

/** Sets, changes or (null) removes a user's weekly goal in minutes. */
export async function setWeeklyGoal({ accountId, minutes }: { accountId: string; minutes: number | null }): Promise<void> {
  const goal = { account_id: accountId, subject: 'week' };
  if (minutes === null) await database()('learning_goal').where(goal).delete();
  else
    await database()('learning_goal')
      .insert({ ...goal, minutes })
      .onConflict(['account_id', 'subject'])
      .merge({ minutes });
}

/**
 * Sets, changes or (null) removes the date by which a user wants to complete one of their courses.
 * @throws ProductError not_found when there is none, or it belongs to another user
 */
export async function setCourseGoal(given: { accountId: string; courseId: string; dueOn: string | null }): Promise<void> {
  if (!isUuid(given.courseId)) throw notFound('course');
  await transact(async (trx) => {
    const course = await trx('course').where({ id: given.courseId, account_id: given.accountId }).forShare().first('id');
    if (!course) throw notFound('course');
    const goal = { account_id: given.accountId, subject: course.id };
    if (given.dueOn === null) await trx('learning_goal').where(goal).delete();
    else
      await trx('learning_goal')
        .insert({ ...goal, course_id: course.id, due_on: given.dueOn })
        .onConflict(['account_id', 'subject'])
        .merge({ due_on: given.dueOn });
  });
}
