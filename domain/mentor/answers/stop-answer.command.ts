import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';

/**
 * Requests that an answer in progress stops where it is; its writer notices within a second.
 * @param given.messageId of the question or of the answer
 * @returns whether one was in progress
 * @throws ProductError not_found
 */
export async function stopAnswer({ accountId, messageId }: { accountId: string; messageId: string }): Promise<{ stopping: boolean }> {
  if (!isUuid(messageId)) throw notFound('message');
  const mine = { account_id: accountId };
  const stopped = await database()('mentor_message')
    .where({ ...mine, state: 'sending' })
    .where((query) => query.where({ id: messageId }).orWhere({ reply_to: messageId }))
    .update({ stop_requested: true });
  if (
    stopped === 0 &&
    !(await database()('mentor_message')
      .where({ ...mine, id: messageId })
      .first('id'))
  )
    throw notFound('message');
  return { stopping: stopped > 0 };
}
