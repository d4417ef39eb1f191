import { uuidv7 } from 'uuidv7';
import type { ChatRoom } from '#contract/chat/chat.contract.ts';
import { assertGroupMember } from '#domain/community/groups/groups.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { mayTalk } from './chat-room.queries.ts';
import { listRooms } from './chat-rooms.queries.ts';

/**
 * Returns the account's room with a connected user; creates it if needed. Two concurrent calls create one room.
 * @throws ProductError not_found when they are not connected, or one has blocked the other
 */
export async function openDirectRoom({ accountId, personId }: { accountId: string; personId: string }): Promise<ChatRoom> {
  if (accountId === personId || !(await mayTalk(accountId, personId))) throw notFound('person you are connected with');
  const [first, second] = [accountId, personId].toSorted();
  await database()('chat_room').insert({ id: uuidv7(), kind: 'direct', first_id: first, second_id: second }).onConflict().ignore();
  const { id } = (await database()('chat_room').where({ first_id: first, second_id: second }).first('id'))!;
  const [room] = await listRooms(accountId, id);
  if (!room) throw notFound('chat room');
  return room;
}

/** Returns the room of a study group, for its members. @throws ProductError not_found when the account is not one of them */
export async function openGroupRoom({ accountId, groupId }: { accountId: string; groupId: string }): Promise<ChatRoom> {
  await assertGroupMember({ groupId, accountId });
  await database()('chat_room').insert({ id: uuidv7(), kind: 'group', group_id: groupId }).onConflict().ignore();
  const { id } = (await database()('chat_room').where({ group_id: groupId }).first('id'))!;
  const [room] = await listRooms(accountId, id);
  if (!room) throw notFound('study group');
  return room;
}
