import { overdueHolds } from '#domain/billing/ledger/overdue-holds.queries.ts';
import { database, transact } from '#domain/platform/database.ts';
import { announceJob } from '#domain/platform/periodic/announce-job.command.ts';
import { logger } from '#domain/platform/logger.ts';
import { JOB_PREFIX } from '#domain/mentor/mentor-message.ts';
import { endAnswer } from './end-answer.command.ts';
import { settleAnswer } from './settle-answer.ts';

const AT_ONCE = 100;
/** A lease is renewed shortly before it ends. */
const LEASE_ENDED_MS = 1_000;
const HOLDS_LOOKED_AT = 10_000;
const BROKEN_OFF = { code: 'mentor.failed', detail: 'The answer broke off. It cost nothing.' } as const;

/**
 * Ends answers whose writer has crashed: their leases have expired. Their text so far stays, free of charge. It announces itself while
 * answers are being written.
 * @returns number of ended answers
 */
export async function sweepAnswers(): Promise<number> {
  const lost: { account_id: string; id: string }[] = await database()('mentor_message')
    .where({ state: 'sending' })
    .where('lease_until', '<', database().fn.now())
    .orderBy('lease_until')
    .limit(AT_ONCE)
    .select('account_id', 'id');
  let ended = 0;
  for (const { account_id: accountId, id: answerId } of lost) {
    try {
      if (await endAnswer({ accountId, answerId, state: 'failed', error: BROKEN_OFF, isLost: true })) ended += 1;
    } catch (error) {
      logger().error({ err: error, answer_id: answerId }, 'mentor: a lost answer could not be ended, it is tried again');
    }
  }
  const open = await database()('mentor_message')
    .where({ state: 'sending' })
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
  const jobs = (await overdueHolds(HOLDS_LOOKED_AT, now)).filter((job) => job.startsWith(JOB_PREFIX));
  if (jobs.length === 0) return 0;
  const ids = jobs.map((job) => job.slice(JOB_PREFIX.length));
  const sending: string[] = await database()('mentor_message').whereIn('id', ids).where({ state: 'sending' }).pluck('id');
  const orphans = ids.filter((id) => !sending.includes(id));
  for (const answerId of orphans) await transact((trx) => settleAnswer(trx, { answerId, isPaid: false }));
  return orphans.length;
}
