import type { StudyGroup } from '#contract/community/groups.contract.ts';
import { ageAllows, assertAge, mayByAge } from '#domain/identity/age/age-eligibility.queries.ts';
import { isShown, stateOf } from '#domain/moderation/public-text.queries.ts';
import { notBlocked } from '#domain/people/people.queries.ts';
import { shownName } from '#domain/identity/accounts/shown-name.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { hasEveryWord, wordsOf } from '#domain/platform/normalised-text.ts';
import { decodeCursor, encodeCursor } from '#domain/platform/page-cursor.ts';
import { empty, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import type { Knex } from 'knex';

type GroupMembership = StudyGroup['standing'];

/** Returns a user's role in a group; null when the group does not exist for them. */
export async function findMembership(
  { groupId, accountId }: { groupId: string; accountId: string },
  trx: Knex = database(),
): Promise<GroupMembership | null> {
  if (!isUuid(groupId)) return null;
  const [found] = await rowsOf<{ standing: GroupMembership }>(
    trx,
    sql`select coalesce(standing, 'none') as standing from study_group grp
          left join study_group_member member on member.group_id = grp.id and member.account_id = ${accountId}
         where grp.id = ${groupId} and ${isGroupShown(accountId)}`,
  );
  return found?.standing ?? null;
}

/**
 * Refuses a user who may not read and write in a group.
 * @throws ProductError age.* at an age that turns groups off, even for members; not_found for others than members
 */
export async function assertGroupMember(given: { groupId: string; accountId: string }, trx: Knex = database()): Promise<void> {
  await assertAge(given.accountId, 'chat_with_strangers', trx);
  const standing = await findMembership(given, trx);
  if (standing !== 'member' && standing !== 'owner') throw notFound('group');
}

/** SQL condition: the account may see the group `grp`. */
const isGroupShown = (account: Sql | string): Sql =>
  sql`${isShown('group', sql`grp.id`, account)} and ${notBlocked(sql`grp.creator_id`, account)}`;

/**
 * SQL condition: the account is a member of a group, and its age does not turn groups off.
 * @param group expression for the group's id
 * @param account the account's id
 */
export const belongsToGroup = (group: Sql, account: Sql | string): Sql =>
  sql`(exists (select from study_group grp join study_group_member member on member.group_id = grp.id and member.account_id = ${account}::uuid
                where grp.id = ${group} and member.standing <> 'requested' and ${isGroupShown(account)})
       and ${mayByAge('chat_with_strangers', account)})`;

const MEMBERS_SHOWN = 100;
/** SQL condition: the list may show the member: adults to every member, everybody to the owner, who admits and removes members. */
const isListed = (viewer: string): Sql => sql`${ageAllows('chat_with_strangers', sql`person`)}
  and (mine.standing = 'owner' or person.id = ${viewer} or ${ageAllows('community_visibility', sql`person`)})`;
/** Selects the groups that a reader may see. */
const selectGroups = (viewer: string): Sql =>
  sql`select grp.id as group_id, grp.name, grp.description, grp.creator_id, ${shownName(sql`creator`)} as creator_name, grp.is_public,
  grp.is_sample as sample, grp.created_at, (grp.created_at at time zone 'UTC')::text as sort_at, ${stateOf('group', sql`grp.id`)} as state,
  (select count(*)::int from study_group_member where group_id = grp.id and standing <> 'requested') as member_count,
  coalesce(mine.standing, 'none') as standing,
  case when mine.standing in ('member', 'owner') and ${mayByAge('chat_with_strangers', viewer)} then
    (select coalesce(jsonb_agg(jsonb_build_object('user_id', one.id, 'name', one.name) order by one.place, one.joined_at), '[]')
       from (select person.id, ${shownName(sql`person`)} as name, joined_at, (standing = 'owner')::int * -1 as place
               from study_group_member member join account person on person.id = member.account_id
              where member.group_id = grp.id and standing <> 'requested' and ${isListed(viewer)} order by place, joined_at limit ${MEMBERS_SHOWN}) one)
    else '[]' end as members
  from study_group grp left join account creator on creator.id = grp.creator_id
  left join study_group_member mine on mine.group_id = grp.id and mine.account_id = ${viewer}
  where ${isGroupShown(viewer)}`;

interface Row extends Omit<StudyGroup, 'created_at'> {
  readonly created_at: Date;
  readonly sort_at: string;
}
function toWire(row: Row): StudyGroup {
  const { sort_at: _sorted, ...rest } = row;
  return { ...rest, created_at: row.created_at.toISOString() };
}

/** Lists study groups that a reader may see, newest first (COM-12). @throws ProductError validation.failed for an invalid cursor */
export async function listGroups(given: {
  viewerId: string;
  mine: 'yes' | 'no';
  q?: string | undefined;
  limit: number;
  after?: string | undefined;
}) {
  const after = given.after ? decodeCursor(given.after, 'after') : null;
  const words = wordsOf(given.q);
  const rows = await rowsOf<Row>(
    database(),
    sql`${selectGroups(given.viewerId)} ${given.mine === 'yes' ? sql`and mine.standing is not null` : empty}
        ${words.length > 0 ? sql`and ${hasEveryWord(sql`grp.search_text`, words)}` : empty}
        ${after ? sql`and (grp.created_at, grp.id) < (${after.at}::timestamp at time zone 'UTC', ${after.id}::uuid)` : empty}
        order by grp.created_at desc, grp.id desc limit ${given.limit + 1}`,
  );
  const page = rows.slice(0, given.limit);
  const last = page.at(-1);
  return {
    study_groups: page.map(toWire),
    next: rows.length > given.limit && last ? encodeCursor({ at: last.sort_at, id: last.group_id }) : null,
  };
}

/** Returns a group and, for its owner, the requests to join. @throws ProductError not_found */
export async function readGroup({ viewerId, groupId }: { viewerId: string; groupId: string }) {
  if (!isUuid(groupId)) throw notFound('group');
  const [row] = await rowsOf<Row>(database(), sql`${selectGroups(viewerId)} and grp.id = ${groupId}`);
  if (!row) throw notFound('group');
  const group = toWire(row);
  if (group.standing !== 'owner') return { group, requests: [] };
  const requests = await rowsOf<{ user_id: string; name: string }>(
    database(),
    sql`select person.id as user_id, ${shownName(sql`person`)} as name
          from study_group_member member join account person on person.id = account_id
         where group_id = ${groupId} and standing = 'requested' and ${ageAllows('chat_with_strangers', sql`person`)}
           and ${mayByAge('chat_with_strangers', viewerId)} order by joined_at, person.id limit ${MEMBERS_SHOWN}`,
  );
  return { group, requests };
}
