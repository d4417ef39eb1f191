import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { ChatMessage } from '#contract/chat/chat-message.ts';
import { startJudgement } from '#domain/moderation/start-judgement.command.ts';
import { submitText } from '#domain/moderation/submit-text.command.ts';
import { addNotification } from '#domain/notifications/add-notification.command.ts';
import { isBlockedBetween, standingOf } from '#domain/people/people.queries.ts';
import { database, transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { publish } from '#domain/platform/live/publisher.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { messagesByIds } from './chat-message.queries.ts';
import { findRoom, membersOf, type Room } from './chat-room.queries.ts';

interface NewMessage {
  readonly accountId: string;
  readonly roomId?: string | undefined;
  /** As the client made it: the account and this id name the message. */
  readonly messageId: string;
  readonly content: string;
  readonly mentions: readonly string[];
}

/**
 * Writes a message: the row first, and with it the event. The same id again answers the message that is there (G25), also when both come at
 * once or the process died between the row and the answer.
 * @throws ProductError not_found; what the gate refuses; idempotency.body_mismatch when the id belongs to another text
 */
export async function postMessage(given: NewMessage): Promise<ChatMessage> {
  const room = await findRoom(given.accountId, given.roomId);
  const id = messageIdOf(given);
  try {
    const state = await transact((trx) => write(trx, { ...given, room, id }));
    if (state === 'held') await startJudgement({ type: 'message', id });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
  const [message] = await messagesByIds([id]);
  if (message?.user_id !== given.accountId || message.room_id !== room.id || !isSameText(message, given.content)) {
    throw new ProductError('idempotency.body_mismatch', 'This message_id belongs to another message.');
  }
  return message;
}

/** One that was edited or deleted since is still the message that was sent. */
const isSameText = (message: ChatMessage, content: string) => message.content === content || message.edited || message.deleted;

interface Gated {
  readonly room: Pick<Room, 'id' | 'kind'>;
  readonly id: string;
  readonly accountId: string;
  readonly content: string;
}

/** What many read passes the gate; what two connected people say to each other is theirs. @throws what the gate refuses */
export async function passGate(trx: Knex.Transaction, { room, id, accountId, content }: Gated): Promise<'clear' | 'held'> {
  if (room.kind === 'direct') return 'clear';
  return submitText(trx, { accountId, type: 'message', id, text: content, href: `/community/chat?room=${room.id}` });
}

/** An id that is a uuid is the message's; any other is one of this account's. */
function messageIdOf({ accountId, messageId }: NewMessage): string {
  if (isUuid(messageId)) return messageId.toLowerCase();
  const hash = createHash('sha256').update(`${accountId} ${messageId}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

const isDuplicate = (error: unknown): boolean =>
  error instanceof Error &&
  (error as { code?: string }).code === '23505' &&
  (error as { constraint?: string }).constraint === 'chat_message_pkey';

async function write(
  trx: Knex.Transaction,
  { room, id, accountId, content, mentions }: NewMessage & { room: Room; id: string },
): Promise<'clear' | 'held'> {
  const mentioned = await thoseWhoMayRead(room, accountId, mentions);
  const state = await passGate(trx, { room, id, accountId, content });
  // the room's row is held until the commit: numbers become visible in their order
  await trx.raw(
    `with room as (update chat_room set last_change = last_change + 1 where id = :room returning last_change)
     insert into chat_message (id, room_id, account_id, place, changed, content, mentions)
     select :id, :room, :accountId, last_change, last_change, :content, :mentioned::uuid[] from room`,
    { id, room: room.id, accountId, content, mentioned },
  );
  await publish(trx, { topic: 'chat.message', ids: [room.id, id] });
  if (mentioned.length === 0 || state === 'held') return state;
  const subject = (await standingOf(accountId, trx))?.name ?? '';
  for (const personId of mentioned)
    await addNotification(trx, { accountId: personId, kind: 'chat.mention', cause: `chat.mention:${id}`, subject });
  return state;
}

/** Of the people a message mentions those who can see it, but not its author. */
async function thoseWhoMayRead(room: Room, accountId: string, mentions: readonly string[]): Promise<string[]> {
  const asked = [...new Set(mentions)].filter((id) => id !== accountId);
  if (asked.length === 0) return [];
  const members = room.kind === 'community' ? null : ((await membersOf([room.id])).get(room.id) ?? []);
  const there = await database()('account').whereIn('id', asked).whereNull('deletion_due_at').whereNull('deleted_at').pluck('id');
  const may: string[] = [];
  for (const id of there as string[]) {
    if (members && !members.includes(id)) continue;
    if (!(await isBlockedBetween(accountId, id))) may.push(id);
  }
  return may;
}
