import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { PLAN_IN_FORCE } from './current-plan.queries.ts';
import type { PaidPlan, SubscriptionRow } from './subscription-row.ts';

/** The plan a person has now, as a row; null on the free plan. */
export async function findOwnPlan(accountId: string): Promise<SubscriptionRow | null> {
  return (await database()('subscription').where({ account_id: accountId }).whereRaw(PLAN_IN_FORCE).first()) ?? null;
}

/** The same where only a plan through Stripe will do. @throws ProductError subscription.none */
export async function ownPaidPlan(accountId: string): Promise<PaidPlan> {
  const row = await findOwnPlan(accountId);
  if (!row?.stripe_subscription_id) throw new ProductError('subscription.none');
  return row as PaidPlan;
}

/** Whether a plan is what is asked for already, and goes on as that: what was planned for a cancelled one is not going to happen. */
export const isUnchanged = (row: SubscriptionRow, packageId: string): boolean =>
  row.package_id === packageId && (row.next_package_id === null || row.cancel_at_period_end);

/** The plan that somebody pays for an organisation; null when they pay for none. */
export async function findOrganisationPlan(accountId: string): Promise<SubscriptionRow | null> {
  const row = await database()('subscription')
    .where({ account_id: accountId, for_organisation: true })
    .whereIn('status', ['trialing', 'active', 'past_due'])
    .first();
  return row ?? null;
}
