import type { Knex } from 'knex';

/**
 * Adds points to the account's points ledger, in the caller's transaction. Entries never change; the cause makes each award happen once.
 * @param award `cause` identifies the reward, e.g. `course:<run id>`
 * @returns points awarded now: 0 when this cause was already rewarded
 */
export async function awardPoints(trx: Knex.Transaction, award: { accountId: string; cause: string; points: number }): Promise<number> {
  const added = await trx('point_entry')
    .insert({ account_id: award.accountId, cause: award.cause, points: award.points })
    .onConflict(['account_id', 'cause'])
    .ignore()
    .returning('points');
  return added[0]?.points ?? 0;
}
