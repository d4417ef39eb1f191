import { database } from '#domain/platform/database.ts';
import { publish } from '#domain/platform/live/publisher.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { findRoom } from './chat-room.queries.ts';
import { listRooms } from './chat-rooms.queries.ts';

/**
 * Marks a room read up to a place; never less than before, and never beyond its last message.
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
