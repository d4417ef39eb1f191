import type { Knex } from 'knex';
import { dropAudio } from '#domain/audio/remove-audio.command.ts';

/** Deletes a learner's copy of a market course, in the transaction that takes it from them. */
export async function deleteCopy(
  trx: Knex.Transaction,
  { accountId, creatorCourseId }: { accountId: string; creatorCourseId: string },
): Promise<void> {
  const copies: string[] = await trx('course').where({ account_id: accountId, enrolled_from: creatorCourseId }).pluck('id');
  await dropAudio(trx, copies);
  await trx('course').whereIn('id', copies).delete();
}
