import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatMessage } from '#contract/chat/chat-message.ts';
import { mayStorePlain, storePlain, type PlainText } from '#domain/moderation/plain-text.queries.ts';
import { database } from '#domain/platform/database.ts';
import { publishRows, publishWithRow } from '#domain/platform/live/publisher.ts';
import { logger } from '#domain/platform/logger.ts';
import { preparedRowsOf, sql } from '#domain/platform/sql.ts';
import { readStored, storedMessage } from './chat-message.queries.ts';
import { isInRoom } from './chat-room.queries.ts';

/** A message without mentions in which the rules find nothing. */
export interface PlainMessage extends PlainText {
  readonly id: string;
  readonly room_id: string;
  readonly account_id: string;
  readonly content: string;
}

/** The first message is written at once; messages that follow within this time are written in one batch. */
const GATHER_MS = 25;
const MOST_TOGETHER = 100;

interface Waiting {
  readonly message: PlainMessage;
  readonly settle: (written: ChatMessage | null) => void;
}

let waiting: Waiting[] = [];
let isWriting = false;

/**
 * Writes a message in a batch with others of this process: rows, numbers, moderation records and events in one statement, which stores only
 * messages that their authors may write at this moment.
 * @returns null when it was not written, for any reason: the caller then writes it alone, which reports the reason
 */
export function postBatched(message: PlainMessage): Promise<ChatMessage | null> {
  return new Promise((resolve) => {
    waiting.push({ message, settle: resolve });
    if (!isWriting) void writeAll();
  });
}

async function writeAll(): Promise<void> {
  isWriting = true;
  while (waiting.length > 0) {
    const begun = performance.now();
    const batch = takeBatch();
    try {
      const written = new Map((await write(batch.map(({ message }) => message))).map((one) => [one.message_id, one]));
      for (const { message, settle } of batch) settle(written.get(message.id) ?? null);
    } catch (error) {
      logger().warn({ err: error, messages: batch.length }, 'chat: messages could not be written together');
      for (const { settle } of batch) settle(null);
    }
    await sleep(Math.max(0, begun + GATHER_MS - performance.now()));
  }
  isWriting = false;
}

/** Takes at most one message of each author, because the limits of the second depend on the first. */
function takeBatch(): Waiting[] {
  const authors = new Set<string>();
  const batch: Waiting[] = [];
  const later: Waiting[] = [];
  for (const one of waiting) {
    const { account_id: author } = one.message;
    if (batch.length === MOST_TOGETHER || authors.has(author)) later.push(one);
    else batch.push(one);
    authors.add(author);
  }
  waiting = later;
  return batch;
}

async function write(messages: readonly PlainMessage[]): Promise<ChatMessage[]> {
  const given = JSON.stringify(messages.map(({ isTelling, ...message }, n) => ({ ...message, n, is_telling: isTelling })));
  const written = await preparedRowsOf<{ stored: string; event: string }>(
    database(),
    sql`with given as materialized (
       select * from jsonb_to_recordset(${given}::jsonb)
         as given (n int, id uuid, room_id uuid, account_id uuid, content text, fingerprint text, is_telling boolean)),
     allowed as materialized (
       select given.*, room.kind, '/community/chat?room=' || room.id as href
         from given join chat_room room on room.id = given.room_id
        where ${isInRoom(sql`given.account_id`)}
          and not exists (select from chat_message where id = given.id)
          and ${mayStorePlain('message', sql`given`)}),
     locked as materialized (
       select id, last_change from chat_room where id = any ((select array_agg(room_id) from allowed)::uuid[]) order by id for no key update),
     numbered as materialized (
       select allowed.*, locked.last_change + row_number() over (partition by room_id order by n) as place
         from allowed join locked on locked.id = allowed.room_id),
     counted as (
       update chat_room room set last_change = last.place
         from (select room_id, max(place) as place from numbered group by room_id) last where room.id = last.room_id),
     written as (
       insert into chat_message (id, room_id, account_id, place, changed, content)
       select id, room_id, account_id, place, place, content from numbered order by room_id, place returning *),
     public as (select * from numbered where kind <> 'direct'),
     gated as (${storePlain('message', sql`public`)})
     select stored, ${publishWithRow('chat.message', sql`room_id, id`, sql`stored`)}
       from (select written.room_id, written.id, ${storedMessage(sql`written`, sql`account`)} as stored
               from written join account on account.id = written.account_id order by written.room_id, written.place) ordered`,
  );
  void publishRows(written);
  return written.map(({ stored }) => readStored(stored));
}
