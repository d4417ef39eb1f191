import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { callStripe } from '#domain/vendors/stripe/stripe.client.ts';
import { findOrganisationPlan, findOwnPlan, type PaidPlan } from './own-subscription.ts';
import { planDowngrade, releaseSchedule } from './plan-downgrade.command.ts';
import { syncSubscription } from './sync-subscription.command.ts';

/**
 * Has the plan end when its paid period, or its trial, ends: one's own, else the one that one pays for an organisation. Doing it again
 * changes nothing.
 * @throws ProductError subscription.none, payments.not_configured, payments.unavailable
 */
export const cancelSubscription = (accountId: string): Promise<void> => setEnding(accountId, true);

/** Takes a cancellation back while the plan still runs. @throws as `cancelSubscription` */
export const resumeSubscription = (accountId: string): Promise<void> => setEnding(accountId, false);

async function setEnding(accountId: string, ending: boolean): Promise<void> {
  const row = (await findOwnPlan(accountId)) ?? (await findOrganisationPlan(accountId));
  if (!row) throw new ProductError('subscription.none');
  if (row.stripe_subscription_id) await setAtStripe(row as PaidPlan, ending);
  // a trial of ours ends by itself either way; the wish is kept so that the screen says so
  else await database()('subscription').where({ id: row.id }).update({ cancel_at_period_end: ending });
  await recordAudit({
    actor: `account:${accountId}`,
    action: ending ? 'subscription.cancel' : 'subscription.resume',
    subject: `subscription:${row.id}`,
  });
}

/**
 * Tells Stripe whether a plan ends with its period, and writes down what it says. A smaller plan that was to follow is remembered while the
 * plan is cancelled, and planned anew when it goes on.
 * @throws StripeFailure
 */
export async function setAtStripe(row: PaidPlan, ending: boolean): Promise<void> {
  const id = row.stripe_subscription_id;
  const next = row.next_package_id;
  // what has not been cancelled keeps what is planned for it
  if (!ending && !row.cancel_at_period_end) return void (await syncSubscription(id));
  // a plan that has a schedule takes its end from there
  await releaseSchedule(row);
  if (!ending && next) return planDowngrade({ ...row, stripe_schedule_id: null }, next);
  await callStripe('subscriptions.update', 'subscription', (stripe) => stripe.subscriptions.update(id, { cancel_at_period_end: ending }));
  await syncSubscription(id);
  // after the newest news is written: older ones, from between the two calls, know of no plan to come and are not written any more
  if (next) await database()('subscription').where({ id: row.id, cancel_at_period_end: true }).update({ next_package_id: next });
}
