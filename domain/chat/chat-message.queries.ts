import type { Knex } from 'knex';
import { avatarColor, type ChatMessage } from '#contract/chat/chat-message.ts';
import type { TextState } from '#contract/moderation/moderation.contract.ts';
import { stateOf } from '#domain/moderation/public-text.queries.ts';
import { notBlocked } from '#domain/people/people.queries.ts';
import { shownName } from '#domain/identity/accounts/shown-name.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { empty, preparedRowsOf, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import type { ChatMessage as StoredMessage } from './chat.model.ts';
import { findRoom, isInRoom } from './chat-room.queries.ts';

export type MessageRow = Pick<
  StoredMessage,
  'id' | 'room_id' | 'account_id' | 'content' | 'created_at' | 'edited_at' | 'deleted_at' | 'place' | 'changed' | 'mentions'
> & { readonly author: string; readonly state: TextState };

/** Columns of `message` and its author's `account`. */
export const MESSAGE_COLUMNS = sql`message.id, message.room_id, message.account_id, ${shownName(sql`account`)} as author, message.content,
  message.created_at, message.edited_at, message.deleted_at, message.place, message.changed, message.mentions,
  ${stateOf('message', sql`message.id`)} as state`;
/** SQL condition: the message is the reader's own, or is not held. */
const isReleased = (reader: string): Sql =>
  sql`not exists (select from public_text gated where gated.subject_type = 'message' and gated.subject_id = message.id::text
                     and gated.state = 'held' and gated.author_id <> ${reader}::uuid)`;
const FROM = sql`chat_message message join account on account.id = message.account_id`;

/** Tells whether its author deleted it, or a moderator removed it. */
const isGone = (row: MessageRow) => row.deleted_at !== null || row.state === 'removed';

/** Converts a message for the wire; a deleted one has no content. */
export const toMessage = (row: MessageRow): ChatMessage => ({
  message_id: row.id,
  room_id: row.room_id,
  author: row.author,
  user_id: row.account_id,
  content: isGone(row) ? '' : row.content,
  timestamp: row.created_at.toISOString(),
  avatar_color: avatarColor(row.account_id),
  place: row.place,
  changed: row.changed,
  edited: row.edited_at !== null && !isGone(row),
  deleted: isGone(row),
  held: row.state === 'held',
  mentions: isGone(row) ? [] : row.mentions,
});

/** SQL expression: a stored message as text, to send with its event (`readStored`). @param message, author aliases of the rows */
export const storedMessage = (message: Sql, author: Sql): Sql =>
  sql`json_build_object('id', ${message}.id, 'room_id', ${message}.room_id, 'account_id', ${message}.account_id, 'author', ${shownName(author)},
     'content', ${message}.content, 'created_at', ${message}.created_at, 'place', ${message}.place, 'changed', ${message}.changed)::text`;

/** Parses the text of `storedMessage`: a message as posted, without mentions. */
export function readStored(text: string): ChatMessage {
  const row = JSON.parse(text) as Omit<MessageRow, 'created_at'> & { created_at: string };
  return toMessage({ ...row, created_at: new Date(row.created_at), edited_at: null, deleted_at: null, mentions: [], state: 'clear' });
}

/** Returns messages by their ids, unordered, without checking who may read them. */
export async function messagesByIds(ids: readonly string[], trx: Knex = database()): Promise<ChatMessage[]> {
  const rows = await preparedRowsOf<MessageRow>(trx, sql`select ${MESSAGE_COLUMNS} from ${FROM} where message.id = any(${ids}::uuid[])`);
  return rows.map(toMessage);
}

/**
 * Returns a message that the account may see. A message written to the account in a direct room is returned even after a block, which must
 * not protect its author from a report.
 * @throws ProductError not_found
 */
export async function findMessage({ accountId, messageId }: { accountId: string; messageId: string }): Promise<ChatMessage> {
  if (!isUuid(messageId)) throw notFound('message');
  const [row] = await preparedRowsOf<MessageRow>(
    database(),
    sql`select ${MESSAGE_COLUMNS} from ${FROM} join chat_room room on room.id = message.room_id
         where message.id = ${messageId} and ${isReleased(accountId)}
           and (room.kind = 'direct' and ${accountId}::uuid in (room.first_id, room.second_id)
                or ${isInRoom(accountId)} and ${notBlocked(sql`message.account_id`, accountId)})`,
  );
  if (!row || isGone(row)) throw notFound('message');
  return toMessage(row);
}

/**
 * Lists messages of a room as the account sees them, oldest first: the newest `limit`, those before a place, or those changed after a
 * number (by change). Omits messages of blocked users, and held ones of others.
 * @throws ProductError not_found
 */
export async function listMessages(given: {
  accountId: string;
  roomId?: string | undefined;
  limit: number;
  before?: number | undefined;
  after?: number | undefined;
}): Promise<{ messages: ChatMessage[]; persistence: 'database'; last_change: number; more: boolean }> {
  const { accountId, limit, before, after } = given;
  const room = await findRoom(accountId, given.roomId);
  const isForward = after !== undefined;
  const rows = await rowsOf<MessageRow>(
    database(),
    sql`select ${MESSAGE_COLUMNS} from ${FROM}
         where message.room_id = ${room.id} and message.changed <= ${room.last_change}
           ${before === undefined ? empty : sql`and message.place < ${before}`} ${isForward ? sql`and message.changed > ${after}` : empty}
           and ${notBlocked(sql`message.account_id`, accountId)} and ${isReleased(accountId)}
         order by ${isForward ? sql`message.changed` : sql`message.place desc`} limit ${limit + 1}`,
  );
  const page = rows.slice(0, limit).map(toMessage);
  const more = rows.length > limit;
  return {
    messages: isForward ? page : page.toReversed(),
    persistence: 'database',
    last_change: isForward && more ? page.at(-1)!.changed : room.last_change,
    more,
  };
}

interface ReportableMessage {
  readonly authorId: string;
  /** Path of the page that shows it. */
  readonly href: string;
  readonly text: string;
}

/** Returns a message of a direct room, which is moderated only when reported; null for other rooms and deleted messages. */
export async function reportableMessage(trx: Knex.Transaction, messageId: string): Promise<ReportableMessage | null> {
  const message = await trx('chat_message as message')
    .join('chat_room as room', 'room.id', 'message.room_id')
    .where({ 'message.id': messageId, 'room.kind': 'direct' })
    .whereNull('message.deleted_at')
    .first('message.account_id', 'message.room_id', 'message.content');
  return message ? { authorId: message.account_id, href: `/community/chat?room=${message.room_id}`, text: message.content } : null;
}
