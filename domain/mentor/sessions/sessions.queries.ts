import type { MentorMessage, MentorSession } from '#contract/mentor/mentor.contract.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { folded, wordsOf } from '#domain/platform/normalised-text.ts';
import { decodeCursor, encodeCursor } from '#domain/platform/page-cursor.ts';
import { empty, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { wireMessage, wireSession, type MessageRow, type SessionRow } from '#domain/mentor/mentor-message.ts';

// titles first, and words normalised once: messages are searched only for words that the title lacks
const hasWords = (words: readonly string[]): Sql =>
  sql`not exists (select from unnest((select array_agg(${folded(sql`word`)}) from unnest(${words}::text[]) word)) wanted
                   where strpos(${folded(sql`session.title`)}, wanted) = 0
                     and not exists (select from mentor_message message
                                      where message.session_id = session.id and strpos(message.search_text, wanted) > 0))`;

/**
 * Lists the account's conversations, by last use.
 * @throws ProductError validation.failed for an invalid cursor
 */
export async function listSessions({
  accountId,
  q,
  limit,
  cursor,
}: {
  accountId: string;
  q?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}): Promise<{
  sessions: MentorSession[];
  next_cursor: string | null;
}> {
  const after = cursor ? decodeCursor(cursor, 'cursor') : null;
  const words = wordsOf(q);
  const rows = await rowsOf<SessionRow & { sort_at: string }>(
    database(),
    sql`select session.*, (session.updated_at at time zone 'UTC')::text as sort_at from mentor_session session
         where session.account_id = ${accountId} ${words.length > 0 ? sql`and ${hasWords(words)}` : empty}
           ${after ? sql`and (session.updated_at, session.id) < (${after.at}::timestamp at time zone 'UTC', ${after.id}::uuid)` : empty}
         order by session.updated_at desc, session.id desc limit ${limit + 1}`,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    sessions: page.map(wireSession),
    next_cursor: rows.length > limit && last ? encodeCursor({ at: last.sort_at, id: last.id }) : null,
  };
}

/** Returns one of the account's conversations. @throws ProductError not_found */
export async function findSession({ accountId, sessionId }: { accountId: string; sessionId: string }): Promise<SessionRow> {
  const row = isUuid(sessionId) && (await database()('mentor_session').where({ id: sessionId, account_id: accountId }).first());
  if (!row) throw notFound('conversation');
  return row;
}

/**
 * Returns a conversation with its newest messages, or those before a place; oldest first.
 * @throws ProductError not_found; validation.failed for an invalid cursor
 */
export async function readSession({
  accountId,
  sessionId,
  limit,
  cursor,
}: {
  accountId: string;
  sessionId: string;
  limit: number;
  cursor?: string | undefined;
}): Promise<{ session: MentorSession; messages: MentorMessage[]; next_cursor: string | null }> {
  const before = cursor ? decodeCursor(cursor, 'cursor') : null;
  const session = await findSession({ accountId, sessionId });
  const rows = await rowsOf<MessageRow & { sort_at: string }>(
    database(),
    sql`select *, (created_at at time zone 'UTC')::text as sort_at from mentor_message
         where session_id = ${sessionId}
           ${before ? sql`and (created_at, id) < (${before.at}::timestamp at time zone 'UTC', ${before.id}::uuid)` : empty}
         order by created_at desc, id desc limit ${limit + 1}`,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    session: wireSession(session),
    messages: page.map(wireMessage).toReversed(),
    next_cursor: rows.length > limit && last ? encodeCursor({ at: last.sort_at, id: last.id }) : null,
  };
}
