import { database } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { decidePlan } from './decide-plan.command.ts';
import { ifNobodyDecides } from './plan-turn.ts';
import type { PaidPlan } from './subscription-row.ts';

/** Plans that would renew before their owner's account is deleted; in another order each time, so that those which fail keep no other waiting. */
export async function plansOfLeaving(most: number): Promise<PaidPlan[]> {
  return (
    database()('subscription')
      .join('account', 'account.id', 'subscription.account_id')
      .whereNotNull('account.deletion_due_at')
      .whereRaw('subscription.period_end < account.deletion_due_at')
      .whereIn('subscription.status', ['trialing', 'active', 'past_due'])
      .where('subscription.cancel_at_period_end', false)
      .whereNotNull('subscription.stripe_subscription_id')
      // decided already, and with the reconciler
      .whereRaw(`coalesce(subscription.intent->>'ending', 'false') = 'false'`)
      .orderByRaw('random()')
      .limit(most)
      .select('subscription.*')
  );
}

/**
 * Has a plan end with its period, because its owner has asked for the account to be deleted: nobody is charged for a month of which days are
 * left. Who keeps the account after all takes it back on the billing page.
 * @throws StripeFailure
 */
export async function stopRenewal(plan: PaidPlan): Promise<void> {
  await ifNobodyDecides(plan.id, async (turn) => {
    // they may have thought better of it since it was found
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
