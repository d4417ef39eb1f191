import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { ChatMessage } from '#contract/chat/chat-message.ts';
import { startJudgement } from '#domain/moderation/start-judgement.command.ts';
import { authorStanding } from '#domain/moderation/public-text.queries.ts';
import { refuseSuspended } from '#domain/moderation/refuse-abuse.command.ts';
import { submitText } from '#domain/moderation/submit-text.command.ts';
import { addNotification } from '#domain/notifications/add-notification.command.ts';
import { isBlockedBetween, mutedBy } from '#domain/people/people.queries.ts';
import { database, prepared, transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { publish } from '#domain/platform/live/publisher.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { MESSAGE_COLUMNS, messagesByIds, toMessage } from './chat-message.queries.ts';
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
    const written = await transact((trx) => write(trx, { ...given, room, id }));
    if (written.held) await startJudgement({ type: 'message', id });
    return written;
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

/**
 * What many read passes the gate; what two connected people say to each other is theirs, unless their writing is suspended.
 * @throws what the gate refuses
 */
export async function passGate(trx: Knex.Transaction, { room, id, accountId, content }: Gated): Promise<'clear' | 'held'> {
  if (room.kind === 'direct') {
    refuseSuspended(await authorStanding(trx, accountId));
    return 'clear';
  }
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
): Promise<ChatMessage> {
  const mentioned = await thoseWhoMayRead(room, accountId, mentions);
  await passGate(trx, { room, id, accountId, content });
  // the room's row is held until the commit: numbers become visible in their order
  const { rows } = await prepared(
    trx,
    `with room as (update chat_room set last_change = last_change + 1 where id = :room returning last_change),
          message as (insert into chat_message (id, room_id, account_id, place, changed, content, mentions)
                      select :id, :room, :accountId, last_change, last_change, :content, :mentioned::uuid[] from room returning *)
     select ${MESSAGE_COLUMNS} from message join account on account.id = message.account_id`,
    { id, room: room.id, accountId, content, mentioned },
  );
  const message = toMessage(rows[0]);
  await publish(trx, { topic: 'chat.message', ids: [room.id, id] });
  if (!message.held) await tellMentioned(trx, message);
  return message;
}

/** A message that was held is seen now: whom it mentions is told. */
export async function tellMessageCleared(trx: Knex.Transaction, messageId: string): Promise<void> {
  const [message] = isUuid(messageId) ? await messagesByIds([messageId], trx) : [];
  if (message && !message.held) await tellMentioned(trx, message);
}

/** Tells those whom a message mentions, once each; not who would rather not read its author. */
async function tellMentioned(trx: Knex.Transaction, { message_id: id, user_id: authorId, author, mentions }: ChatMessage): Promise<void> {
  if (mentions.length === 0) return;
  const muted = await mutedBy(mentions, authorId, trx);
  for (const accountId of mentions)
    if (!muted.has(accountId))
      await addNotification(trx, { accountId, kind: 'chat.mention', cause: `chat.mention:${id}`, subject: author });
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
