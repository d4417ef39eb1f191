import type { Knex } from 'knex';
import type { MentorEngine, MentorMessage } from '#contract/mentor/mentor.contract.ts';
import type { ErrorCode } from '#contract/platform/errors.ts';
import { overdueHolds } from '#domain/billing/ledger/overdue-holds.queries.ts';
import { transact, database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { logger } from '#domain/platform/logger.ts';
import { announceJob } from '#domain/platform/periodic/announcement.commands.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { PAID_PATIENCE_MS, retryWhileDatabaseUnavailable } from '#domain/platform/store-retries.ts';
import { wireMessage, type SessionRow, JOB_PREFIX } from '#domain/mentor/mentor-message.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { settleAnswer, type AnswerCost } from './settle-answer.ts';

export interface AnswerEnd {
  readonly accountId: string;
  readonly answerId: string;
  readonly state: 'sent' | 'stopped' | 'failed';
  /** Undefined keeps the last stored text. */
  readonly text?: string;
  readonly quotes?: readonly string[];
  readonly engineUsed?: MentorEngine | null;
  readonly error?: { readonly code: ErrorCode; readonly detail: string; readonly reason?: string | undefined };
  /** Only if its lease has expired; otherwise its writer may be alive. */
  readonly isLost?: true;
}

/**
 * Ends an answer once, and settles its reservation in the same transaction: a sent answer is charged, a stopped one if part of it had
 * arrived, and a failed one is free.
 * @returns null when it has already ended, or its conversation was deleted
 */
export async function endAnswer(end: AnswerEnd): Promise<MentorMessage | null> {
  return retryWhileDatabaseUnavailable(PAID_PATIENCE_MS, () =>
    transact(async (trx) => {
      const tutor = await lockTutor(trx, end);
      const row = await trx('mentor_message')
        .where({ account_id: end.accountId, id: end.answerId })
        .whereNotNull('lease_until')
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
          error_reason: end.error?.reason ?? null,
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

/** Locks the tutor session of an answer, always before the answer; undefined for an ordinary conversation. */
const lockTutor = (trx: Knex.Transaction, { accountId, answerId }: AnswerEnd): Promise<SessionRow | undefined> =>
  trx('mentor_session')
    .whereIn('id', trx('mentor_message').where({ account_id: accountId, id: answerId }).select('session_id'))
    .whereNotNull('tutor_answers_left')
    .forUpdate()
    .first();

/** Counts an answer of a tutor session. Once a session of the plan has paid for one, it also pays for all later ones. */
async function countTutor(trx: Knex.Transaction, session: SessionRow, cost: AnswerCost): Promise<AnswerCost> {
  const isByPlan = session.tutor_by_plan || cost.paidByPlan;
  await trx('mentor_session')
    .where({ id: session.id })
    .update({ tutor_answers_left: expression(trx, sql`greatest(tutor_answers_left - 1, 0)`), tutor_by_plan: isByPlan });
  return { ...cost, paidByPlan: isByPlan };
}

/**
 * Requests that an answer in progress stops where it is, or one that waits is not written; its writer notices within a second.
 * @param given.messageId of the question or the answer
 * @returns whether an answer was in progress
 * @throws ProductError not_found
 */
export async function stopAnswer({ accountId, messageId }: { accountId: string; messageId: string }): Promise<{ stopping: boolean }> {
  if (!isUuid(messageId)) throw notFound('message');
  const mine = { account_id: accountId };
  const stopped = await database()('mentor_message')
    .where(mine)
    .whereNotNull('lease_until')
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

const AT_ONCE = 100;
/** A lease is renewed shortly before it ends. */
const LEASE_ENDED_MS = 1_000;
const HOLDS_LOOKED_AT = 10_000;
const BROKEN_OFF = { code: 'mentor.failed', detail: 'The answer broke off. It cost nothing.' } as const;

/**
 * Ends answers whose writer has crashed, so that their leases have expired. Their text so far stays, free of charge. Announces itself while
 * answers are being written.
 * @returns number of ended answers
 */
export async function sweepAnswers(): Promise<number> {
  const lost: { account_id: string; id: string }[] = await database()('mentor_message')
    .where('lease_until', '<', database().fn.now())
    .orderBy('lease_until')
    .limit(AT_ONCE)
    .select('account_id', 'id');
  let ended = 0;
  for (const { account_id: accountId, id: answerId } of lost) {
    try {
      if (await endAnswer({ accountId, answerId, state: 'failed', error: BROKEN_OFF, isLost: true })) ended += 1;
    } catch (error) {
      logger().error({ err: error, answer_id: answerId }, 'mentor: a lost answer could not be ended, retrying');
    }
  }
  const open = await database()('mentor_message')
    .whereNotNull('lease_until')
    .min<{ next_at: Date | null }>({ next_at: 'lease_until' })
    .first();
  if (open?.next_at)
    await announceJob(database(), 'mentor-answers', { dueAt: new Date(Math.max(open.next_at.getTime(), Date.now()) + LEASE_ENDED_MS) });
  return ended;
}

/**
 * Releases reservations of answers that no longer exist, because their account was deleted while they were written.
 * @returns number of released holds
 */
export async function releaseMentorHolds(now = new Date()): Promise<number> {
  const jobs = await overdueHolds(HOLDS_LOOKED_AT, now, JOB_PREFIX);
  if (jobs.length === 0) return 0;
  const ids = jobs.map((job) => job.slice(JOB_PREFIX.length));
  const open: string[] = await database()('mentor_message').whereIn('id', ids).whereNotNull('lease_until').pluck('id');
  const orphans = ids.filter((id) => !open.includes(id));
  for (const answerId of orphans) await transact((trx) => settleAnswer(trx, { answerId, isPaid: false }));
  return orphans.length;
}
