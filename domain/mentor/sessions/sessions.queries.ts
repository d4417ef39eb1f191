import type { MentorMessage, MentorSession } from '#contract/mentor/mentor.contract.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { folded } from '#domain/platform/normalised-text.ts';
import { decodeCursor, encodeCursor } from '#domain/platform/page-cursor.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { wireMessage, wireSession, type MessageRow, type SessionRow } from '#domain/mentor/mentor-message.ts';

// titles first, and words folded once: messages are only searched for words that the title lacks
const HAS_WORDS = `not exists (select from unnest((select array_agg(${folded('word')}) from unnest(:words::text[]) word)) asked
  where strpos(${folded('session.title')}, asked) = 0
    and not exists (select from mentor_message said where said.session_id = session.id and strpos(${folded('said.text')}, asked) > 0))`;

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
  const words = q?.split(/\s+/).filter(Boolean) ?? [];
  const where = ['session.account_id = :accountId'];
  if (words.length > 0) where.push(HAS_WORDS);
  if (after) where.push("(session.updated_at, session.id) < (cast(:at as timestamp) at time zone 'UTC', cast(:id as uuid))");
  const { rows } = await database().raw(
    `select session.*, (session.updated_at at time zone 'UTC')::text as sort_at from mentor_session session
      where ${where.join(' and ')} order by session.updated_at desc, session.id desc limit :rows`,
    { accountId, words, at: after?.at ?? null, id: after?.id ?? null, rows: limit + 1 },
  );
  const page = rows.slice(0, limit) as (SessionRow & { sort_at: string })[];
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
  const { rows } = await database().raw(
    `select *, (created_at at time zone 'UTC')::text as sort_at from mentor_message
      where session_id = :sessionId ${before ? "and (created_at, id) < (cast(:at as timestamp) at time zone 'UTC', cast(:id as uuid))" : ''}
      order by created_at desc, id desc limit :rows`,
    { sessionId, at: before?.at ?? null, id: before?.id ?? null, rows: limit + 1 },
  );
  const page = rows.slice(0, limit) as (MessageRow & { sort_at: string })[];
  const last = page.at(-1);
  return {
    session: wireSession(session),
    messages: page.map(wireMessage).toReversed(),
    next_cursor: rows.length > limit && last ? encodeCursor({ at: last.sort_at, id: last.id }) : null,
  };
}
