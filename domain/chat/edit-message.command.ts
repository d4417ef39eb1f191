import type { Knex } from 'knex';
import { CHAT_EDIT_MINUTES } from '#contract/chat/chat.contract.ts';
import type { ChatMessage } from '#contract/chat/chat-message.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { startJudgement } from '#domain/moderation/start-judgement.command.ts';
import { lockTexts, stateOf } from '#domain/moderation/public-text.queries.ts';
import { withdrawText } from '#domain/moderation/submit-text.command.ts';
import { withdrawNotification } from '#domain/notifications/withdraw-notification.command.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { publish } from '#domain/platform/live/publisher.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { moderateChatMessage } from './post-message.command.ts';
import { findRoom, type Room } from './chat-room.queries.ts';
import { messagesByIds } from './chat-message.queries.ts';
import { messageIdOf } from './message-id.ts';

interface OwnMessage {
  readonly accountId: string;
  /** The client's, or the stored one. */
  readonly messageId: string;
}

/**
 * Edits a message. @throws ProductError not_found, also for messages of others and deleted ones; chat.too_late after ten minutes;
 * moderation errors
 */
export async function editMessage(named: OwnMessage & { content: string }): Promise<ChatMessage> {
  const given = { ...named, messageId: messageIdOf(named) };
  let state = 'clear';
  const message = await change(given, async (trx, { room, changed }) => {
    // a user who has left, or was blocked since, can no longer write there
    await findRoom(given.accountId, room.id, trx);
    await trx('chat_message').where({ id: given.messageId }).update({ content: given.content, edited_at: trx.fn.now(), changed });
    state = await moderateChatMessage(trx, { ...given, id: given.messageId, room });
  });
  // the room hears of it by an event
  if (state === 'held') void startJudgement({ type: 'message', id: given.messageId });
  return message;
}

/** Deletes the text; the message stays in place without it. @throws as `editMessage` */
export function deleteMessage(named: OwnMessage): Promise<ChatMessage> {
  const given = { ...named, messageId: messageIdOf(named) };
  return change(given, async (trx, { changed }) => {
    const [deleted] = await trx('chat_message')
      .where({ id: given.messageId })
      .update({ content: '', deleted_at: trx.fn.now(), changed })
      .returning('mentions');
    await withdrawText(trx, { type: 'message', id: given.messageId });
    const cause = `chat.mention:${given.messageId}`;
    for (const accountId of deleted!.mentions) await withdrawNotification(trx, { accountId, cause });
  });
}

async function change(
  { accountId, messageId }: OwnMessage,
  write: (trx: Knex.Transaction, at: { room: Pick<Room, 'id' | 'kind'>; changed: number }) => Promise<unknown>,
): Promise<ChatMessage> {
  await transact(async (trx) => {
    // the moderation lock, before the room's: posting takes them in this order
    await lockTexts(trx, accountId);
    const row = await trx('chat_message')
      .where({ id: messageId, account_id: accountId })
      .whereNull('deleted_at')
      .where(expression(trx, sql`${stateOf('message', sql`id`)} <> 'removed'`))
      .first<{ room_id: string; is_late: boolean } | undefined>(
        'room_id',
        expression(trx, sql`created_at < now() - make_interval(mins => ${CHAT_EDIT_MINUTES}) as is_late`),
      );
    if (!row) throw notFound('message');
    if (row.is_late) {
      throw new ProductError(
        'chat.too_late',
        toSentence('A message can be changed and deleted for {n} minutes.', { n: CHAT_EDIT_MINUTES }),
      );
    }
    const [room] = await trx('chat_room').where({ id: row.room_id }).increment('last_change', 1).returning(['id', 'kind', 'last_change']);
    await write(trx, { room: room!, changed: room!.last_change });
    await publish(trx, { topic: 'chat.message', ids: [row.room_id, messageId] });
  });
  const [message] = await messagesByIds([messageId]);
  if (!message) throw notFound('message');
  return message;
}
