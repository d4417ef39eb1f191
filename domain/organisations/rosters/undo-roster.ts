import type { Knex } from 'knex';
import { admitPeople, endExpiredInvites, inviterOf, letBackIn, seatsLeft } from '../admit-people.command.ts';
import { setGroups } from '../set-groups.command.ts';
import { endMemberships } from '../end-memberships.command.ts';
import { standingOf, storeFields, type DueRow, type Standing, type RosterWork } from './apply-roster.ts';

/**
 * Reverses exactly the changes that a list has made. People who have changed since, in whatever way (joined, left, got another role), stay
 * as they are.
 * @returns ids of sessions that ended with a membership
 */
export async function undoRows(trx: Knex.Transaction, { rosterId, organisation, accountId }: RosterWork): Promise<string[]> {
  const { organisationId } = organisation;
  const rows: DueRow[] = await trx('organisation_roster_row')
    .where({ roster_id: rosterId, outcome: 'done' })
    .orderBy('line')
    .select('line', 'kind', 'email', 'wanted', 'before', 'person_id', 'applied_version');
  const standing = await standingOf(trx, organisationId);
  const untouched = rows.flatMap((row) => {
    const person = standing.get(row.person_id ?? '');
    return person && person.version === row.applied_version ? [{ row, person }] : [];
  });
  const of = (kind: DueRow['kind']) => untouched.filter(({ row }) => row.kind === kind);
  const undone: number[] = [];

  const added = of('added');
  const ended = await endMemberships(trx, { organisation, personIds: added.map(({ person }) => person.id) });
  // these addresses were unknown before the list
  await trx('organisation_person')
    .whereIn(
      'id',
      added.flatMap(({ row, person }) => (row.before === null ? [person.id] : [])),
    )
    .delete();
  undone.push(...added.map(({ row }) => row.line));

  const changed = of('changed');
  const stored = await storeFields(
    trx,
    { organisationId, actor: `account:${accountId}` },
    changed.map(({ row, person }) => ({ person, fields: row.before! })),
    { keepsEmpty: true },
  );
  const back = changed.filter(({ person }) => stored.has(person.id));
  await setGroups(
    trx,
    organisationId,
    back.flatMap(({ row, person }) => (row.wanted?.groups ? [{ personId: person.id, groups: row.before?.groups ?? [] }] : [])),
  );
  undone.push(...back.map(({ row }) => row.line));

  await endExpiredInvites(trx, organisationId);
  const removed = of('removed').slice(0, Math.max(0, await seatsLeft(trx, organisation)));
  undone.push(...(await bringBack(trx, { organisation, accountId }, removed)));
  await trx('organisation_roster_row')
    .where({ roster_id: rosterId, outcome: 'done' })
    .whereIn('line', undone)
    .update({ outcome: 'undone' });
  await trx('organisation_roster_row').where({ roster_id: rosterId, outcome: 'done' }).update({ outcome: 'kept' });
  return ended;
}

/** Lets former members back in, unless they have joined another organisation, and invites the others again. @returns their lines */
async function bringBack(
  trx: Knex.Transaction,
  { organisation, accountId }: Pick<RosterWork, 'organisation' | 'accountId'>,
  removed: readonly { readonly row: DueRow; readonly person: Standing }[],
): Promise<number[]> {
  const members = removed.filter(({ row, person }) => row.before?.state === 'joined' && person.account_id !== null);
  const inside = new Set(
    await letBackIn(
      trx,
      organisation.organisationId,
      members.map(({ person }) => person.id),
    ),
  );
  const waiting = removed.filter(({ row }) => row.before?.state === 'waiting');
  const personIds = waiting.map(({ person }) => person.id);
  await trx('organisation_person')
    .whereIn('id', personIds)
    .increment('version', 1)
    .update({ state: 'waiting', left_at: null, changed_at: trx.fn.now() });
  await admitPeople(trx, { organisation, personIds, inviter: await inviterOf(trx, accountId) });
  return [...waiting, ...members.filter(({ person }) => inside.has(person.id))].map(({ row }) => row.line);
}
