import { expression, sql } from '#domain/platform/sql.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { logger } from '#domain/platform/logger.ts';
import type { PaidPlan } from './subscription-row.ts';

/** A holder that has not renewed its lease for this long has crashed. */
const LEASE = sql`interval '15 seconds'`;
const BEAT_MS = 4_000;
/** Longer than a lease, so that a call after a crash succeeds. */
const WAIT_MS = 20_000;
const POLL_MS = 100;

/** The exclusive right to decide about a plan. */
export interface PlanLock {
  /** The plan when the lock was acquired; an earlier reading may be outdated. */
  readonly plan: PaidPlan;
  /**
   * Renews the lease; call it right before charging a card.
   * @throws ProductError payments.unavailable when the lease was lost, e.g. by a suspended process
   */
  readonly hold: () => Promise<void>;
}

/**
 * Serialises decisions about a plan across all processes. Holds no transaction and no connection, because Stripe is called meanwhile.
 * @throws ProductError payments.unavailable when the lock is not free in time
 */
export async function withPlanLock<T>(planId: string, work: (turn: PlanLock) => Promise<T>): Promise<T> {
  const until = Date.now() + WAIT_MS;
  for (;;) {
    const plan = await take(planId);
    if (plan) return during(plan, work);
    if (Date.now() > until) throw changeInProgress();
    await pause(POLL_MS);
  }
}

/** Runs `work` under the lock, for callers that retry anyway. @returns false when another caller has the lock */
export async function tryWithPlanLock(planId: string, work: (turn: PlanLock) => Promise<unknown>): Promise<boolean> {
  const plan = await take(planId);
  if (plan) await during(plan, work);
  return plan !== null;
}

/** The error for callers that cannot get the lock, or have lost it. */
export const changeInProgress = () =>
  new ProductError('payments.unavailable', 'Your plan is already being changed. Please try again in a moment.');

async function take(planId: string): Promise<PaidPlan | null> {
  const [plan] = await database()('subscription')
    .where({ id: planId })
    .where(expression(database(), sql`(turn is null or turn_until < now())`))
    .update({ turn: uuidv7(), turn_until: expression(database(), sql`now() + ${LEASE}`) })
    .returning('*');
  return (plan as PaidPlan | undefined) ?? null;
}

async function during<T>(plan: PaidPlan, work: (turn: PlanLock) => Promise<T>): Promise<T> {
  const own = () => database()('subscription').where({ id: plan.id, turn: plan.turn });
  const hold = async () => {
    const held = await own().update({ turn_until: expression(database(), sql`now() + ${LEASE}`) });
    if (held === 0) throw changeInProgress();
  };
  const quietly = (work: Promise<unknown>) =>
    work.catch((error: unknown) =>
      logger().warn({ err: error, plan: plan.id }, 'billing: the lock on a plan could not be changed, it expires by itself'),
    );
  const beat = setInterval(() => void quietly(hold()), BEAT_MS);
  try {
    return await work({ plan, hold });
  } finally {
    clearInterval(beat);
    await quietly(own().update({ turn: null, turn_until: null }));
  }
}
