import type { StudyGroup } from '#contract/community/groups.contract.ts';
import { ageAllows, assertAge, mayByAge } from '#domain/identity/age/age-eligibility.queries.ts';
import { isShown, stateOf } from '#domain/moderation/public-text.queries.ts';
import { notBlocked, shownName } from '#domain/people/people.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { folded } from '#domain/platform/normalised-text.ts';
import { decodeCursor, encodeCursor } from '#domain/platform/page-cursor.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import type { Knex } from 'knex';

type GroupMembership = StudyGroup['standing'];

/** Returns a user's standing in a group; null when there is no such group for them. */
export async function findMembership(
  { groupId, accountId }: { groupId: string; accountId: string },
  trx: Knex = database(),
): Promise<GroupMembership | null> {
  if (!isUuid(groupId)) return null;
  const { rows } = await trx.raw(
    `select coalesce(standing, 'none') as standing from study_group grp
       left join study_group_member member on member.group_id = grp.id and member.account_id = :accountId
      where grp.id = :groupId and ${isShown('group', 'grp.id', ':accountId')} and ${notBlocked('grp.creator_id', ':accountId')}`,
    { groupId, accountId },
  );
  return rows[0]?.standing ?? null;
}

/**
 * Refuses a user who may not read and write in a group.
 * @throws ProductError age.* at an age at which groups are off, whoever is a member; not_found for others than members
 */
export async function assertGroupMember(given: { groupId: string; accountId: string }, trx: Knex = database()): Promise<void> {
  await assertAge(given.accountId, 'chat_with_strangers', trx);
  const standing = await findMembership(given, trx);
  if (standing !== 'member' && standing !== 'owner') throw notFound('group');
}

/** Condition: the account is a member of a group, and of an age at which groups are on. @param group expression for its id @param account binding of the account's */
export const belongsToGroup = (group: string, account: string): string =>
  `(exists (select from study_group grp join study_group_member member on member.group_id = grp.id and member.account_id = ${account}::uuid
     where grp.id = ${group} and member.standing <> 'requested' and ${isShown('group', 'grp.id', account)} and ${notBlocked('grp.creator_id', account)})
   and ${mayByAge('chat_with_strangers', account)})`;

const MEMBERS_SHOWN = 100;
/** Condition: the member may be shown in the list: adults to every member, everybody to the owner, who lets them in and out. */
const IS_LISTED = `${ageAllows('chat_with_strangers', 'person')}
  and (mine.standing = 'owner' or person.id = :viewer or ${ageAllows('community_visibility', 'person')})`;
const COLUMNS = `grp.id as group_id, grp.name, grp.description, grp.creator_id, ${shownName('creator')} as creator_name, grp.is_public,
  grp.is_sample as sample, grp.created_at, (grp.created_at at time zone 'UTC')::text as sort_at, ${stateOf('group', 'grp.id')} as state,
  (select count(*)::int from study_group_member where group_id = grp.id and standing <> 'requested') as member_count,
  coalesce(mine.standing, 'none') as standing,
  case when mine.standing in ('member', 'owner') and ${mayByAge('chat_with_strangers', ':viewer')} then
    (select coalesce(jsonb_agg(jsonb_build_object('user_id', one.id, 'name', one.name) order by one.place, one.joined_at), '[]')
       from (select person.id, ${shownName('person')} as name, joined_at, (standing = 'owner')::int * -1 as place
               from study_group_member member join account person on person.id = member.account_id
              where member.group_id = grp.id and standing <> 'requested' and ${IS_LISTED} order by place, joined_at limit ${MEMBERS_SHOWN}) one)
    end as members`;
const FROM = `study_group grp left join account creator on creator.id = grp.creator_id
  left join study_group_member mine on mine.group_id = grp.id and mine.account_id = :viewer`;
const SEEN = `${isShown('group', 'grp.id', ':viewer')} and ${notBlocked('grp.creator_id', ':viewer')}`;

interface Row extends Omit<StudyGroup, 'created_at'> {
  readonly created_at: Date;
  readonly sort_at: string;
}
function toWire(row: Row): StudyGroup {
  const { sort_at: _sorted, ...rest } = row;
  return { ...rest, created_at: row.created_at.toISOString() };
}

/** Lists study groups a reader may see, newest first (COM-12). @throws ProductError validation.failed for an invalid cursor */
export async function listGroups(given: {
  viewerId: string;
  mine: 'yes' | 'no';
  q?: string | undefined;
  limit: number;
  after?: string | undefined;
}) {
  const after = given.after ? decodeCursor(given.after, 'after') : null;
  const words = given.q?.split(/\s+/).filter(Boolean) ?? [];
  const where = [
    SEEN,
    ...(given.mine === 'yes' ? ['mine.standing is not null'] : []),
    ...words.map((_, place) => `strpos(${folded("grp.name || ' ' || grp.description")}, ${folded(`:word${place}::text`)}) > 0`),
    ...(after ? ["(grp.created_at, grp.id) < (:at::timestamp at time zone 'UTC', :id::uuid)"] : []),
  ];
  const bindings = { viewer: given.viewerId, rows: given.limit + 1, ...after, ...wordsOf(words) };
  const { rows } = await database().raw(
    `select ${COLUMNS} from ${FROM} where ${where.join(' and ')} order by grp.created_at desc, grp.id desc limit :rows`,
    bindings,
  );
  const page = (rows as Row[]).slice(0, given.limit);
  const last = page.at(-1);
  return {
    study_groups: page.map(toWire),
    next: rows.length > given.limit && last ? encodeCursor({ at: last.sort_at, id: last.group_id }) : null,
  };
}

const wordsOf = (words: readonly string[]) => Object.fromEntries(words.map((word, place) => [`word${place}`, word]));

/** Returns a group and, for its owner, the requests to join. @throws ProductError not_found */
export async function readGroup({ viewerId, groupId }: { viewerId: string; groupId: string }) {
  if (!isUuid(groupId)) throw notFound('group');
  const { rows } = await database().raw(`select ${COLUMNS} from ${FROM} where grp.id = :groupId and ${SEEN}`, {
    viewer: viewerId,
    groupId,
  });
  if (!rows[0]) throw notFound('group');
  const group = toWire(rows[0] as Row);
  if (group.standing !== 'owner') return { group, requests: [] };
  const asked = await database().raw(
    `select person.id as user_id, ${shownName('person')} as name from study_group_member member join account person on person.id = account_id
      where group_id = :groupId and standing = 'requested' and ${ageAllows('chat_with_strangers', 'person')}
        and ${mayByAge('chat_with_strangers', ':viewer')} order by joined_at, person.id limit ${MEMBERS_SHOWN}`,
    { groupId, viewer: viewerId },
  );
  return { group, requests: asked.rows as { user_id: string; name: string }[] };
}
