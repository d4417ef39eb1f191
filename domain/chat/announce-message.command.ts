import type { Knex } from 'knex';
import { publish } from '#domain/platform/live/publisher.ts';
import { preparedRowsOf, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';

/** Announces a message's new moderation state as a change of its room; readers who miss the event fetch the change. */
export async function announceMessage(trx: Knex.Transaction, messageId: string): Promise<void> {
  if (!isUuid(messageId)) return;
  const [changed] = await preparedRowsOf<{ room_id: string }>(
    trx,
    sql`with room as (update chat_room set last_change = last_change + 1
                       where id = (select room_id from chat_message where id = ${messageId}) returning id, last_change)
        update chat_message message set changed = room.last_change from room where message.id = ${messageId} returning message.room_id`,
  );
  if (changed) await publish(trx, { topic: 'chat.message', ids: [changed.room_id, messageId] });
}
