import { cellOf, centreOf, type Position } from '#contract/places/grid.ts';
import { SHARED_DAYS, type Sharing } from '#contract/places/places.contract.ts';
import { assertAge } from '#domain/identity/age/age-eligibility.queries.ts';
import { database, transact } from '#domain/platform/database.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';

interface SharedPlace extends Position {
  readonly accountId: string;
  readonly subjects: readonly string[];
  readonly status: Sharing['status'];
}

/**
 * Stores an adult's consent to be found, with their square; a more precise position is discarded here. Repeating it renews everything.
 * @throws ProductError age.*, as `assertAge`
 */
export async function sharePlace({ accountId, subjects, status, ...position }: SharedPlace): Promise<Sharing> {
  const { y, x } = cellOf(position);
  const chosen = [...new Map(subjects.map((subject) => [subject.toLowerCase(), subject])).values()];
  const place = { cell_y: y, cell_x: x, subjects: chosen, status };
  return transact(async (trx) => {
    // a concurrent change of the age waits, and then deletes the row
    await trx('account').where({ id: accountId }).forShare().first('id');
    await assertAge(accountId, 'location', trx);
    const known = await trx('learner_position').where({ account_id: accountId }).first('account_id');
    const [row] = await trx('learner_position')
      .insert({ account_id: accountId, ...place })
      .onConflict('account_id')
      .merge({ ...place, updated_at: trx.fn.now() })
      .returning('*');
    // audit the consent, never the position
    if (!known) await recordAudit({ actor: `account:${accountId}`, action: 'location.share', subject: `account:${accountId}` }, trx);
    return sharingOf(row!);
  });
}

/** Withdraws the consent, which deletes the position at once. */
export async function unsharePlace(accountId: string): Promise<void> {
  await transact(async (trx) => {
    const deleted = await trx('learner_position').where({ account_id: accountId }).delete();
    if (deleted > 0)
      await recordAudit({ actor: `account:${accountId}`, action: 'location.withdraw', subject: `account:${accountId}` }, trx);
  });
}

/** Deletes positions that were not renewed for long, because they are no longer valid. @returns number of positions */
export const deleteOldPositions = (): Promise<number> =>
  database()('learner_position')
    .where('updated_at', '<', expression(database(), sql`now() - make_interval(days => ${SHARED_DAYS})`))
    .delete();

export interface PositionRow {
  readonly cell_y: number;
  readonly cell_x: number;
  readonly subjects: string[];
  readonly status: Sharing['status'];
  readonly shared_at: Date;
  readonly updated_at: Date;
}

/** Returns the part of a row that its owner sees. */
export const sharingOf = ({ cell_y: y, cell_x: x, subjects, status, shared_at: shared, updated_at: updated }: PositionRow): Sharing => ({
  position: centreOf({ y, x }),
  subjects,
  status,
  shared_at: shared.toISOString(),
  updated_at: updated.toISOString(),
});
