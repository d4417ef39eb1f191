import type { MentorEngine, MentorMessage } from '#contract/mentor/mentor.contract.ts';
import type { ErrorCode } from '#contract/platform/errors.ts';
import { transact } from '#domain/platform/database.ts';
import { PAID_PATIENCE_MS, withStorePatience } from '#domain/platform/store-patience.ts';
import { wireMessage } from '#domain/mentor/mentor-message.ts';
import { settleAnswer } from './settle-answer.ts';

export interface AnswerEnd {
  readonly accountId: string;
  readonly answerId: string;
  readonly state: 'sent' | 'stopped' | 'failed';
  /** Undefined: what was stored last stays. */
  readonly text?: string;
  readonly quotes?: readonly string[];
  readonly engineUsed?: MentorEngine | null;
  readonly error?: { readonly code: ErrorCode; readonly detail: string };
  /** Only when its lease has run out: whoever wrote it may be alive otherwise. */
  readonly isLost?: true;
}

/**
 * Ends an answer once, and settles what it holds in the same transaction: an answer that was sent is paid, one that was stopped when some of
 * it had come, one that failed costs nothing.
 * @returns null when it has ended already, or its conversation was deleted
 */
export async function endAnswer(end: AnswerEnd): Promise<MentorMessage | null> {
  return withStorePatience(PAID_PATIENCE_MS, () =>
    transact(async (trx) => {
      const row = await trx('mentor_message')
        .where({ account_id: end.accountId, id: end.answerId, state: 'sending' })
        .where((query) => (end.isLost ? query.where('lease_until', '<', trx.fn.now()) : query))
        .forUpdate()
        .first('text');
      if (!row) return null;
      const text = end.text ?? (row.text as string);
      const isPaid = end.state === 'sent' || (end.state === 'stopped' && text !== '');
      const cost = await settleAnswer(trx, { answerId: end.answerId, isPaid });
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
      return wireMessage(ended);
    }),
  );
}
