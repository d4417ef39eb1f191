import { expression, sql } from '#domain/platform/sql.ts';
import { uuidv7 } from 'uuidv7';
import { planById } from '#contract/billing/catalogue.ts';
import { database, transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { livePlan } from '#domain/billing/subscriptions/current-plan.queries.ts';
import { endLeftoverPlans } from '#domain/billing/subscriptions/end-leftover-plans.command.ts';
import { lockBilling } from '#domain/billing/checkout/order.ts';
import { invalid } from '#domain/billing/checkout/resolve-purchase.ts';
import { assertAddressVerified, hasUsedTrial, useTrial } from './trial-use.ts';
import { giveFreeTokens } from '#domain/billing/subscriptions/write-subscription.ts';

/**
 * Starts the trial of a yearly plan without card and without Stripe (G04). A user has one trial, by whichever way; it ends by itself.
 * @throws ProductError validation.failed for an unknown plan, trial.not_offered, trial.unverified, trial.used, payments.already_subscribed;
 */
export async function activateTrial({ accountId, packageId }: { accountId: string; packageId: string }): Promise<void> {
  const plan = planById(packageId);
  if (!plan) throw invalid('package_id', 'There is no such plan.');
  if (plan.trial_days === 0) throw new ProductError('trial.not_offered', 'This plan has no free trial.');
  if (!(await livePlan(database(), accountId)) && !(await hasUsedTrial(database(), accountId))) {
    await assertAddressVerified(database(), accountId);
    await endLeftoverPlans({ accountId, forOrganisation: false });
  }
  await transact(async (trx) => {
    await lockBilling(trx, accountId);
    if (await livePlan(trx, accountId)) throw new ProductError('payments.already_subscribed');
    if (!(await useTrial(trx, accountId, 'local'))) throw new ProductError('trial.used');
    await trx('subscription')
      .where({ account_id: accountId, for_organisation: false })
      .whereIn('status', ['trialing', 'active', 'past_due'])
      .update({ status: 'canceled', ended_at: trx.fn.now() });
    await giveFreeTokens(trx, accountId);
    const end = expression(trx, sql`now() + ${plan.trial_days} * interval '1 day'`);
    const id = uuidv7();
    await trx('subscription').insert({
      id,
      account_id: accountId,
      package_id: plan.id,
      status: 'trialing',
      anchor: trx.fn.now(),
      period_start: trx.fn.now(),
      period_end: end,
      trial_end: end,
    });
    await recordAudit(
      { actor: `account:${accountId}`, action: 'trial.start', subject: `subscription:${id}`, detail: { package_id: plan.id } },
      trx,
    );
  });
}
