import { cellOf, type Position } from '#contract/places/grid.ts';
import { startJudgement } from '#domain/moderation/start-judgement.command.ts';
import { submitText, withdrawText } from '#domain/moderation/submit-text.command.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { isUuid } from '#domain/platform/uuid.ts';

/** So many places somebody can have added. */
const MOST = 50;

interface NewLocation extends Position {
  readonly accountId: string;
  /** Made by the client: sent twice it is one place. */
  readonly locationId: string;
  readonly name: string;
  readonly description: string;
  readonly address: string;
  readonly type: string;
  readonly hours: string;
  readonly amenities: readonly string[];
}

/** @throws ProductError places.too_many, and what the gate of public texts refuses; not_found for an id that is somebody else's */
export async function addLocation({ accountId, locationId, latitude, longitude, ...said }: NewLocation): Promise<void> {
  const { y, x } = cellOf({ latitude, longitude });
  const state = await transact(async (trx) => {
    await trx('account').where({ id: accountId }).forNoKeyUpdate().first('id');
    const known = await trx('study_place').where({ id: locationId }).first('account_id');
    if (known) {
      if (known.account_id !== accountId) throw notFound('place');
      return 'clear';
    }
    const { rows } = await trx.raw('select count(*)::int as count from study_place where account_id = ?', [accountId]);
    if (rows[0].count >= MOST) throw new ProductError('places.too_many', 'You have added as many places as one person can.');
    await trx('study_place').insert({ id: locationId, account_id: accountId, cell_y: y, cell_x: x, ...said });
    await recordAudit({ actor: `account:${accountId}`, action: 'study_place.add', subject: `study_place:${locationId}` }, trx);
    const text = [said.name, said.address, said.hours, said.description].filter(Boolean).join('\n\n');
    return submitText(trx, { accountId, type: 'place', id: locationId, text, href: '/community/nearby?show=locations' });
  });
  if (state === 'held') await startJudgement({ type: 'place', id: locationId });
}

/** @throws ProductError not_found for what is not the caller's */
export async function deleteLocation({ accountId, locationId }: { accountId: string; locationId: string }): Promise<void> {
  if (!isUuid(locationId)) throw notFound('place');
  await transact(async (trx) => {
    const deleted = await trx('study_place').where({ id: locationId, account_id: accountId }).delete();
    if (deleted === 0) throw notFound('place');
    await withdrawText(trx, { type: 'place', id: locationId });
    await recordAudit({ actor: `account:${accountId}`, action: 'study_place.delete', subject: `study_place:${locationId}` }, trx);
  });
}

interface NewRating {
  readonly accountId: string;
  readonly locationId: string;
  readonly stars: number;
}

/** The latest of a person counts. @throws ProductError not_found; places.own for a place they added */
export async function rateLocation({ accountId, locationId, stars }: NewRating): Promise<void> {
  const place = isUuid(locationId) && (await database()('study_place').where({ id: locationId }).first('account_id'));
  if (!place) throw notFound('place');
  if (place.account_id === accountId) throw new ProductError('places.own', 'You added this place yourself: others rate it.');
  const { rowCount } = await database().raw(
    `insert into study_place_rating (place_id, account_id, stars) select id, :accountId, :stars from study_place where id = :locationId
     on conflict (place_id, account_id) do update set stars = excluded.stars, rated_at = now()`,
    { accountId, stars, locationId },
  );
  if (rowCount === 0) throw notFound('place');
}
