import type { Knex } from 'knex';

/** Deletes a learner's copy of a market course, in the transaction that takes it from them. */
export async function deleteCopy(
  trx: Knex.Transaction,
  { accountId, creatorCourseId }: { accountId: string; creatorCourseId: string },
): Promise<void> {
  await trx('course').where({ account_id: accountId, enrolled_from: creatorCourseId }).delete();
}
