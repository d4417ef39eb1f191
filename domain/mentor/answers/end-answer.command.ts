import type { Knex } from 'knex';
import type { MentorEngine, MentorMessage } from '#contract/mentor/mentor.contract.ts';
import type { ErrorCode } from '#contract/platform/errors.ts';
import { transact } from '#domain/platform/database.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { PAID_PATIENCE_MS, retryWhileDatabaseUnavailable } from '#domain/platform/store-retries.ts';
import { wireMessage, type SessionRow } from '#domain/mentor/mentor-message.ts';
import { settleAnswer, type AnswerCost } from './settle-answer.ts';

export interface AnswerEnd {
  readonly accountId: string;
  readonly answerId: string;
  readonly state: 'sent' | 'stopped' | 'failed';
  /** Undefined: the last stored text stays. */
  readonly text?: string;
  readonly quotes?: readonly string[];
  readonly engineUsed?: MentorEngine | null;
  readonly error?: { readonly code: ErrorCode; readonly detail: string };
  /** Only when its lease has expired: otherwise its writer may be alive. */
  readonly isLost?: true;
}

/**
 * Ends an answer once, and settles its reservation in the same transaction: a sent one is charged, a stopped one if part of it had arrived,
 * a failed one is free.
 * @returns null when it has already ended, or its conversation was deleted
 */
export async function endAnswer(end: AnswerEnd): Promise<MentorMessage | null> {
  return retryWhileDatabaseUnavailable(PAID_PATIENCE_MS, () =>
    transact(async (trx) => {
      const tutor = await lockTutor(trx, end);
      const row = await trx('mentor_message')
        .where({ account_id: end.accountId, id: end.answerId, state: 'sending' })
        .where((query) => (end.isLost ? query.where('lease_until', '<', trx.fn.now()) : query))
        .forUpdate()
        .first('text');
      if (!row) return null;
      const text = end.text ?? (row.text as string);
      const isPaid = end.state === 'sent' || (end.state === 'stopped' && text !== '');
      const settled = await settleAnswer(trx, { answerId: end.answerId, isPaid });
      const cost = tutor && isPaid ? await countTutor(trx, tutor, settled) : settled;
      const [ended] = await trx('mentor_message')
        .where({ account_id: end.accountId, id: end.answerId })
        .update({
          state: end.state,
          text,
          quotes: JSON.stringify(end.quotes ?? []),
          engine_used: end.engineUsed ?? null,
          error_code: end.error?.code ?? null,
          error_detail: end.error?.detail ?? null,
          centitokens: cost.centitokens,
          paid_by_plan: cost.paidByPlan,
          lease_until: null,
          ended_at: trx.fn.now(),
        })
        .returning('*');
      return wireMessage(ended!);
    }),
  );
}

/** Locks the tutor session of an answer, before the answer as everywhere; undefined for an ordinary conversation. */
const lockTutor = (trx: Knex.Transaction, { accountId, answerId }: AnswerEnd): Promise<SessionRow | undefined> =>
  trx('mentor_session')
    .whereIn('id', trx('mentor_message').where({ account_id: accountId, id: answerId }).select('session_id'))
    .whereNotNull('tutor_answers_left')
    .forUpdate()
    .first();

/** Counts an answer of a tutor session; once one was paid by a session of the plan, so are all that follow. */
async function countTutor(trx: Knex.Transaction, session: SessionRow, cost: AnswerCost): Promise<AnswerCost> {
  const isByPlan = session.tutor_by_plan || cost.paidByPlan;
  await trx('mentor_session')
    .where({ id: session.id })
    .update({ tutor_answers_left: expression(trx, sql`greatest(tutor_answers_left - 1, 0)`), tutor_by_plan: isByPlan });
  return { ...cost, paidByPlan: isByPlan };
}
