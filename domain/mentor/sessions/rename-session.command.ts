import type { MentorSession } from '#contract/mentor/mentor.contract.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { settleAnswer } from '#domain/mentor/answers/settle-answer.ts';
import { wireSession } from '#domain/mentor/mentor-message.ts';

interface OneSession {
  readonly accountId: string;
  readonly sessionId: string;
}

/** Renames a session. @throws ProductError not_found */
export async function renameSession({ accountId, sessionId, title }: OneSession & { title: string }): Promise<MentorSession> {
  const rows = isUuid(sessionId)
    ? await database()('mentor_session').where({ id: sessionId, account_id: accountId }).update({ title }).returning('*')
    : [];
  if (!rows[0]) throw notFound('conversation');
  return wireSession(rows[0]);
}

/**
 * Deletes a conversation with its messages. Answers in progress end free of charge; their writers no longer find a row.
 * @throws ProductError not_found
 */
export async function deleteSession({ accountId, sessionId }: OneSession): Promise<{ deleted: true }> {
  if (!isUuid(sessionId)) throw notFound('conversation');
  await transact(async (trx) => {
    const session = await trx('mentor_session').where({ id: sessionId, account_id: accountId }).forUpdate().first('id');
    if (!session) throw notFound('conversation');
    const open = await trx('mentor_message').where({ session_id: sessionId }).whereNotNull('lease_until').forUpdate().pluck('id');
    for (const id of open) await settleAnswer(trx, { answerId: id, isPaid: false });
    await trx('mentor_session').where({ id: sessionId }).del();
  });
  return { deleted: true };
}
