import type { Knex } from 'knex';
import { COMMUNITY_ROOM_ID } from '#contract/chat/chat.contract.ts';
import { belongsToGroup } from '#domain/community/groups/groups.queries.ts';
import { ageAllows, mayByAge } from '#domain/identity/age/age-eligibility.queries.ts';
import { areConnected, isBlockedBetween, notBlocked } from '#domain/people/people.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { preparedRowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import type { ChatRoom } from './chat.model.ts';

export type Room = Pick<ChatRoom, 'id' | 'kind' | 'group_id' | 'study_id' | 'first_id' | 'second_id' | 'last_change'>;

/** Tells whether two users may write to each other: they are connected, and neither has blocked the other. */
export async function mayTalk(one: string, other: string): Promise<boolean> {
  const [connected, blocked] = await Promise.all([areConnected(one, other), isBlockedBetween(one, other)]);
  return connected && !blocked;
}

/**
 * SQL condition: an account may read and write in the room of the row `room`, hear it live, and be mentioned there.
 * @param account expression for its id
 */
export const isInRoom = (account: Sql | string): Sql => sql`${mayByAge('chat_with_strangers', account)} and case room.kind
  when 'community' then true
  when 'group' then ${belongsToGroup(sql`room.group_id`, account)}
  when 'study' then exists (select from study_participant there where there.room_id = room.study_id
                               and there.account_id = ${account}::uuid and there.left_at is null)
  else ${account}::uuid in (room.first_id, room.second_id)
       and exists (select from connection where state = 'accepted'
                      and least(requester_id, addressee_id) = room.first_id and greatest(requester_id, addressee_id) = room.second_id)
       and ${notBlocked(sql`room.first_id`, account)} and ${notBlocked(sql`room.second_id`, account)} end`;

/**
 * Returns a room as one of its members sees it.
 * @throws ProductError not_found, also for rooms of others
 */
export async function findRoom(accountId: string, roomId: string = COMMUNITY_ROOM_ID, trx: Knex = database()): Promise<Room> {
  if (!isUuid(roomId)) throw notFound('chat room');
  const [room] = await preparedRowsOf<Room>(
    trx,
    sql`select room.id, room.kind, room.group_id, room.study_id, room.first_id, room.second_id, room.last_change
          from chat_room room where room.id = ${roomId} and ${isInRoom(accountId)}`,
  );
  if (!room) throw notFound('chat room');
  return room;
}

/** Returns which of these accounts may read a room. */
export async function readersAmong(roomId: string, accountIds: readonly string[], trx: Knex = database()): Promise<Set<string>> {
  if (accountIds.length === 0) return new Set();
  const rows = await preparedRowsOf<{ id: string }>(
    trx,
    sql`select person.id from chat_room room cross join account person where room.id = ${roomId} and person.id = any(${accountIds}::uuid[])
           and person.deletion_due_at is null and person.deleted_at is null and ${isInRoom(sql`person.id`)}`,
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Returns the account ids of members by room, without members whose age turns chat off; not for the community's room. Blocks are ignored.
 */
export async function membersOf(roomIds: readonly string[], trx: Knex = database()): Promise<Map<string, string[]>> {
  const rows = await preparedRowsOf<{ id: string; account_id: string }>(
    trx,
    sql`select member.id, member.account_id from (
     select room.id, person.id as account_id from chat_room room
       cross join lateral (values (room.first_id), (room.second_id)) as person (id)
      where room.id = any(${roomIds}::uuid[]) and room.kind = 'direct'
     union all
     select room.id, there.account_id from chat_room room join study_participant there on there.room_id = room.study_id
      where room.id = any(${roomIds}::uuid[]) and there.left_at is null
     union all
     select room.id, member.account_id from chat_room room join study_group_member member on member.group_id = room.group_id
      where room.id = any(${roomIds}::uuid[]) and member.standing <> 'requested') member
      join account on account.id = member.account_id and ${ageAllows('chat_with_strangers', sql`account`)}`,
  );
  const members = new Map<string, string[]>(roomIds.map((id) => [id, []]));
  for (const { id, account_id: accountId } of rows) members.get(id)?.push(accountId);
  return members;
}
