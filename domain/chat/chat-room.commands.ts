import { uuidv7 } from 'uuidv7';
import type { Knex } from 'knex';
import type { ChatRoom } from '#contract/chat/chat.contract.ts';
import { assertGroupMember } from '#domain/community/groups/groups.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { publish } from '#domain/platform/live/publisher.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { mayTalk, findRoom } from './chat-room.queries.ts';
import { listRooms } from './chat-rooms.queries.ts';

/**
 * Returns the account's room with a connected user, creating it if needed. Two concurrent calls create one room.
 * @throws ProductError not_found when they are not connected, or one has blocked the other
 */
export async function openDirectRoom({ accountId, personId }: { accountId: string; personId: string }): Promise<ChatRoom> {
  if (accountId === personId || !(await mayTalk(accountId, personId))) throw notFound('connection');
  const [first, second] = [accountId, personId].toSorted();
  await database()('chat_room').insert({ id: uuidv7(), kind: 'direct', first_id: first, second_id: second }).onConflict().ignore();
  const { id } = (await database()('chat_room').where({ first_id: first, second_id: second }).first('id'))!;
  const [room] = await listRooms(accountId, id);
  if (!room) throw notFound('chat room');
  return room;
}

/** Returns the room of a study group, for its members. @throws ProductError not_found when the account is no member */
export async function openGroupRoom({ accountId, groupId }: { accountId: string; groupId: string }): Promise<ChatRoom> {
  await assertGroupMember({ groupId, accountId });
  await database()('chat_room').insert({ id: uuidv7(), kind: 'group', group_id: groupId }).onConflict().ignore();
  const { id } = (await database()('chat_room').where({ group_id: groupId }).first('id'))!;
  const [room] = await listRooms(accountId, id);
  if (!room) throw notFound('study group');
  return room;
}

/** Opens the chat of a new study room, in the transaction that creates the room. */
export async function openStudyChat(trx: Knex.Transaction, studyRoomId: string): Promise<void> {
  await trx('chat_room').insert({ id: uuidv7(), kind: 'study', study_id: studyRoomId });
}

/**
 * Marks a room as read up to a place: never back, and never beyond its last message.
 * @returns number of unread messages
 * @throws ProductError not_found
 */
export async function markRead({ accountId, roomId, place }: { accountId: string; roomId: string; place: number }): Promise<number> {
  const room = await findRoom(accountId, roomId);
  const moved = await database()('chat_read')
    .insert({ account_id: accountId, room_id: room.id, place: Math.min(place, room.last_change) })
    .onConflict(['account_id', 'room_id'])
    .merge()
    .where(expression(database(), sql`chat_read.place < excluded.place`))
    .returning('place');
  if (moved.length > 0) await publish(null, { topic: 'chat.rooms', ids: [accountId] });
  const [found] = await listRooms(accountId, room.id);
  return found?.unread ?? 0;
}
