import type { Knex } from 'knex';
import { COMMUNITY_ROOM_ID } from '#contract/chat/chat.contract.ts';
import { isGroupMember } from '#domain/groups/groups.queries.ts';
import { areConnected, isBlockedBetween } from '#domain/people/people.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';

export interface Room {
  readonly id: string;
  readonly kind: 'community' | 'group' | 'direct' | 'study';
  readonly group_id: string | null;
  readonly study_id: string | null;
  readonly first_id: string | null;
  readonly second_id: string | null;
  readonly last_change: number;
}

/** The other one of a direct room. */
export const otherOf = ({ first_id: first, second_id: second }: Room, accountId: string): string | null =>
  first === accountId ? second : first;

/** Whether two people may write to each other: connected, and neither has blocked the other. */
export async function mayTalk(one: string, other: string): Promise<boolean> {
  const [connected, blocked] = await Promise.all([areConnected(one, other), isBlockedBetween(one, other)]);
  return connected && !blocked;
}

/**
 * A room as somebody in it finds it.
 * @throws ProductError not_found, also for rooms of others
 */
export async function findRoom(accountId: string, roomId: string = COMMUNITY_ROOM_ID, trx: Knex = database()): Promise<Room> {
  const room = isUuid(roomId) ? await trx<Room>('chat_room').where({ id: roomId }).first() : undefined;
  if (!room || !(await isIn(room, accountId, trx))) throw notFound('chat room');
  return room;
}

async function isIn(room: Room, accountId: string, trx: Knex): Promise<boolean> {
  if (room.kind === 'community') return true;
  if (room.kind === 'direct') {
    const other = otherOf(room, accountId);
    return (room.first_id === accountId || room.second_id === accountId) && other !== null && mayTalk(accountId, other);
  }
  if (room.group_id) return isGroupMember({ groupId: room.group_id, accountId }, trx);
  const members = await membersOf([room.id], trx);
  return members.get(room.id)?.includes(accountId) ?? false;
}

/** Account ids of those in rooms that are not the community's, by room. Blocks are not looked at. */
export async function membersOf(roomIds: readonly string[], trx: Knex = database()): Promise<Map<string, string[]>> {
  const { rows } = await trx.raw(
    `select room.id, person.id as account_id from chat_room room
       cross join lateral (values (room.first_id), (room.second_id)) as person (id)
      where room.id = any(:ids::uuid[]) and room.kind = 'direct'
     union all
     select room.id, there.account_id from chat_room room join study_participant there on there.room_id = room.study_id
      where room.id = any(:ids::uuid[]) and there.left_at is null
     union all
     select room.id, member.account_id from chat_room room join study_group_member member on member.group_id = room.group_id
      where room.id = any(:ids::uuid[]) and member.standing <> 'requested'`,
    { ids: roomIds },
  );
  const members = new Map<string, string[]>(roomIds.map((id) => [id, []]));
  for (const { id, account_id: accountId } of rows as { id: string; account_id: string }[]) members.get(id)?.push(accountId);
  return members;
}
