import type { Knex } from 'knex';
import type { MessageRow } from '#domain/mentor/mentor-message.ts';
import type { Turn } from '#domain/mentor/prompts/mentor-prompt.ts';

/** Number of earlier turns in a prompt. */
const TURNS = 10;

/** Returns the last turns before a question, oldest first: each question with its newest answer. */
export async function historyBefore(trx: Knex, question: Pick<MessageRow, 'id' | 'session_id' | 'created_at'>): Promise<Turn[]> {
  const { rows } = await trx.raw(
    `select asked.text as question, answer.text as answer
       from mentor_message asked
      cross join lateral (select text from mentor_message
                           where session_id = asked.session_id and reply_to = asked.id and state in ('sent', 'stopped') and safety is null and text <> ''
                           order by created_at desc, id desc limit 1) answer
      where asked.session_id = :sessionId and asked.sender = 'user' and asked.created_at < :before and asked.id <> :id
      order by asked.created_at desc, asked.id desc limit ${TURNS}`,
    { sessionId: question.session_id, before: question.created_at, id: question.id } as never,
  );
  return (rows as Turn[]).toReversed();
}
