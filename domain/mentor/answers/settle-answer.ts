import type { Knex } from 'knex';
import { captureHold, releaseHold } from '#domain/billing/ledger/hold.commands.ts';
import { settleQuota } from '#domain/billing/quotas/quota.commands.ts';
import { jobOf } from '#domain/mentor/mentor-message.ts';

/** The cost of an answer. */
export interface AnswerCost {
  readonly centitokens: number;
  readonly paidByPlan: boolean;
}

/** Units of the plan that an answer can hold: an answer, or a tutor session. */
const COUNTED = ['mentor_answer', 'vortex_session'] as const;

/**
 * Settles an answer's reservation, in the transaction that ends the answer: spends all of it, or releases it. Repeating it changes nothing.
 * @throws ProductError idempotency.body_mismatch when it was settled differently
 */
export async function settleAnswer(
  trx: Knex.Transaction,
  { answerId, isPaid }: { answerId: string; isPaid: boolean },
): Promise<AnswerCost> {
  const jobId = jobOf(answerId);
  if (!isPaid) {
    if ((await releaseHold(trx, { jobId, fault: 'ours' })) === 'none')
      for (const feature of COUNTED) await settleQuota(trx, { jobId, feature, used: false });
    return { centitokens: 0, paidByPlan: false };
  }
  const { outcome, charged } = await captureHold(trx, { jobId, centitokens: (reserved) => reserved });
  if (outcome !== 'none') return { centitokens: charged, paidByPlan: false };
  for (const feature of COUNTED)
    if ((await settleQuota(trx, { jobId, feature, used: true })) !== 'none') return { centitokens: 0, paidByPlan: true };
  return { centitokens: 0, paidByPlan: false };
}
