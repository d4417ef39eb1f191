import type { Knex } from 'knex';
import type { MessageRow } from '#domain/mentor/mentor-message.ts';
import type { Turn } from '#domain/mentor/prompts/mentor-prompt.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';

/** Number of earlier turns in a prompt. */
const TURNS = 10;

/** Returns the last turns before a question, oldest first: each question with its newest answer. */
export async function historyBefore(trx: Knex, question: Pick<MessageRow, 'id' | 'session_id' | 'created_at'>): Promise<Turn[]> {
  const turns = await rowsOf<Turn>(
    trx,
    sql`select question.text as question, answer.text as answer
          from mentor_message question
         cross join lateral (select text from mentor_message
                              where session_id = question.session_id and reply_to = question.id and state in ('sent', 'stopped')
                                and safety is null and text <> ''
                              order by created_at desc, id desc limit 1) answer
         where question.session_id = ${question.session_id} and question.sender = 'user'
           and question.created_at < ${question.created_at} and question.id <> ${question.id}
         order by question.created_at desc, question.id desc limit ${TURNS}`,
  );
  return turns.toReversed();
}
