import { cellOf, centreOf, type Position } from '#contract/places/grid.ts';
import { SHARED_DAYS, type Sharing } from '#contract/places/places.contract.ts';
import { requireAge } from '#domain/identity/age/age-standing.queries.ts';
import { database, transact } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';

interface SharedPlace extends Position {
  readonly accountId: string;
  readonly subjects: readonly string[];
  readonly status: Sharing['status'];
}

/**
 * Notes that an adult agrees to be found, in the square they are in; whatever finer was sent ends here. Again: all of it is renewed.
 * @throws ProductError age.*, as `requireAge`
 */
export async function sharePlace({ accountId, subjects, status, ...position }: SharedPlace): Promise<Sharing> {
  const { y, x } = cellOf(position);
  const chosen = [...new Map(subjects.map((subject) => [subject.toLowerCase(), subject])).values()];
  const said = { cell_y: y, cell_x: x, subjects: chosen, status };
  return transact(async (trx) => {
    // an age that is taken back at this moment waits, and then takes the row
    await trx('account').where({ id: accountId }).forShare().first('id');
    await requireAge(accountId, 'location', trx);
    const known = await trx('learner_position').where({ account_id: accountId }).first('account_id');
    const [row] = await trx('learner_position')
      .insert({ account_id: accountId, ...said })
      .onConflict('account_id')
      .merge({ ...said, updated_at: trx.fn.now() })
      .returning('*');
    // that somebody agreed, never where they are
    if (!known) await recordAudit({ actor: `account:${accountId}`, action: 'location.share', subject: `account:${accountId}` }, trx);
    return sharingOf(row);
  });
}

/** Takes the consent back: the position is deleted at once. */
export async function unsharePlace(accountId: string): Promise<void> {
  await transact(async (trx) => {
    const deleted = await trx('learner_position').where({ account_id: accountId }).delete();
    if (deleted > 0)
      await recordAudit({ actor: `account:${accountId}`, action: 'location.withdraw', subject: `account:${accountId}` }, trx);
  });
}

/** Forgets positions that nobody has renewed for long: who was somewhere once is not nearby. @returns how many */
export async function forgetOldPositions(): Promise<number> {
  const { rowCount } = await database().raw(`delete from learner_position where updated_at < now() - make_interval(days => ?)`, [
    SHARED_DAYS,
  ]);
  return rowCount;
}

export interface PositionRow {
  readonly cell_y: number;
  readonly cell_x: number;
  readonly subjects: string[];
  readonly status: Sharing['status'];
  readonly shared_at: Date;
  readonly updated_at: Date;
}

/** What of a row its owner is shown. */
export const sharingOf = ({ cell_y: y, cell_x: x, subjects, status, shared_at: shared, updated_at: updated }: PositionRow): Sharing => ({
  position: centreOf({ y, x }),
  subjects,
  status,
  shared_at: shared.toISOString(),
  updated_at: updated.toISOString(),
});
