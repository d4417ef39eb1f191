import type { Knex } from 'knex';
import type { ChatMessage } from '#contract/chat/chat-message.ts';
import { addNotification } from '#domain/notifications/notification.commands.ts';
import { findMuters } from '#domain/people/people.queries.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { readersAmong } from './chat-room.queries.ts';
import { messagesByIds } from './chat-message.queries.ts';

/** Notifies the mentioned users once a held message is released. */
export async function notifyReleasedMessage(trx: Knex.Transaction, messageId: string): Promise<void> {
  const [message] = isUuid(messageId) ? await messagesByIds([messageId], trx) : [];
  if (message && !message.held) await notifyMentioned(trx, message);
}

/** Notifies the mentioned users, once each, if they may read the room now and have not muted the author. */
export async function notifyMentioned(
  trx: Knex.Transaction,
  { message_id: id, room_id: roomId, user_id: authorId, author, mentions }: ChatMessage,
): Promise<void> {
  if (mentions.length === 0) return;
  const muted = await findMuters(mentions, authorId, trx);
  for (const accountId of await readersAmong(roomId, mentions, trx))
    if (!muted.has(accountId))
      await addNotification(trx, { accountId, kind: 'chat.mention', cause: `chat.mention:${id}`, subject: author });
}
