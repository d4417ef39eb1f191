import type { Knex } from 'knex';

interface ReportableMessage {
  readonly authorId: string;
  /** Path of the page that shows it. */
  readonly href: string;
  readonly text: string;
}

/** Returns a message of a room for two, which nobody moderates unless it is reported; null for any other and for a deleted one. */
export async function reportableMessage(trx: Knex.Transaction, messageId: string): Promise<ReportableMessage | null> {
  const message = await trx('chat_message as message')
    .join('chat_room as room', 'room.id', 'message.room_id')
    .where({ 'message.id': messageId, 'room.kind': 'direct' })
    .whereNull('message.deleted_at')
    .first('message.account_id', 'message.room_id', 'message.content');
  return message ? { authorId: message.account_id, href: `/community/chat?room=${message.room_id}`, text: message.content } : null;
}
