import type { Knex } from 'knex';

/**
 * Marks lessons of a rewrite accepted, and the rewrite itself when nothing is left to decide, in the transaction that holds its row.
 * @param lessonIds all that are accepted by now
 */
export async function acceptLessons(
  trx: Knex.Transaction,
  { runId, lessonIds, isAll }: { runId: string; lessonIds: readonly string[]; isAll: boolean },
): Promise<void> {
  await trx('course_run')
    .where({ run_id: runId })
    .update({ accepted_lessons: [...lessonIds], ...(isAll && { settled: 'accepted' }) });
}

/** Marks a rewrite, or the rest of it, discarded, in the transaction that holds its row. */
export async function discardLessons(trx: Knex.Transaction, runId: string): Promise<void> {
  await trx('course_run').where({ run_id: runId }).update({ settled: 'discarded' });
}
