import { database } from '#domain/platform/database.ts';
import { publish } from '#domain/platform/live/publisher.ts';
import { findRoom } from './chat-room.queries.ts';
import { listRooms } from './chat-rooms.queries.ts';

/**
 * Marks a room read up to a place; never less than before, and never beyond its last message.
 * @returns number of unread messages
 * @throws ProductError not_found
 */
export async function markRead({ accountId, roomId, place }: { accountId: string; roomId: string; place: number }): Promise<number> {
  const room = await findRoom(accountId, roomId);
  const { rows } = await database().raw(
    `insert into chat_read (account_id, room_id, place) values (:accountId, :room, least(:place::bigint, :last::bigint))
      on conflict (account_id, room_id) do update set place = excluded.place where chat_read.place < excluded.place returning place`,
    { accountId, room: room.id, place, last: room.last_change },
  );
  if (rows.length > 0) await publish(null, { topic: 'chat.rooms', ids: [accountId] });
  const [found] = await listRooms(accountId, room.id);
  return found?.unread ?? 0;
}
