import { expression, sql } from '#domain/platform/sql.ts';
import { database } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { decidePlan } from './decide-plan.command.ts';
import { tryWithPlanLock } from './plan-change-lock.ts';
import type { PaidPlan } from './subscription-row.ts';

/** Returns plans that would renew before their owner's account is deleted; in random order, so that failing ones do not block the others. */
export async function plansOfLeaving(most: number): Promise<PaidPlan[]> {
  return (
    database()('subscription')
      .join('account', 'account.id', 'subscription.account_id')
      .whereNotNull('account.deletion_due_at')
      .where(expression(database(), sql`subscription.period_end < account.deletion_due_at`))
      .whereIn('subscription.status', ['trialing', 'active', 'past_due'])
      .where('subscription.cancel_at_period_end', false)
      .whereNotNull('subscription.stripe_subscription_id')
      // already decided, and left to the reconciler
      .where(expression(database(), sql`coalesce(subscription.intent->>'ending', 'false') = 'false'`))
      .orderBy(expression(database(), sql`random()`))
      .limit(most)
      .select('subscription.*')
  );
}

/**
 * Cancels a plan at the end of its period, because its owner has requested deletion and must not be charged for a month of which only
 * days remain. Owners who keep the account can resume it on the billing page.
 * @throws StripeFailure
 */
export async function stopRenewal(plan: PaidPlan): Promise<void> {
  await tryWithPlanLock(plan.id, async (turn) => {
    // the owner may have withdrawn the deletion meanwhile
    if (!(await isLeaving(plan))) return;
    await decidePlan(turn, { ending: true });
    await recordAudit({
      actor: 'system:billing',
      action: 'subscription.cancel',
      subject: `subscription:${plan.id}`,
      detail: { because: 'the account is going to be deleted' },
    });
  });
}

const isLeaving = async ({ account_id: id }: PaidPlan): Promise<boolean> =>
  (await database()('account').where({ id }).whereNotNull('deletion_due_at').first('id')) !== undefined;
