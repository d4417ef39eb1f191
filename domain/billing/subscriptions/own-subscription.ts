import { database } from '#domain/platform/database.ts';
import { expression } from '#domain/platform/sql.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { PLAN_IN_FORCE } from './current-plan.queries.ts';
import type { PaidPlan, SubscriptionRow } from './subscription-row.ts';

/** Returns a user's current plan as a row; null on the free plan. */
export async function findOwnPlan(accountId: string): Promise<SubscriptionRow | null> {
  return (await database()('subscription').where({ account_id: accountId }).where(expression(database(), PLAN_IN_FORCE)).first()) ?? null;
}

/** Returns a user's current plan, which must be paid through Stripe. @throws ProductError subscription.none */
export async function ownPaidPlan(accountId: string): Promise<PaidPlan> {
  const row = await findOwnPlan(accountId);
  if (!row?.stripe_subscription_id) throw new ProductError('subscription.none');
  return row as PaidPlan;
}

/**
 * Tells whether a plan already is the requested plan and stays so. The scheduled change of a cancelled plan does not count, as it will not
 * happen.
 */
export const isUnchanged = (row: SubscriptionRow, packageId: string): boolean =>
  row.package_id === packageId && (row.next_package_id === null || row.cancel_at_period_end);

/** Returns the plan that a user pays for an organisation, or null. */
export async function findOrganisationPlan(accountId: string): Promise<SubscriptionRow | null> {
  const row = await database()('subscription')
    .where({ account_id: accountId, for_organisation: true })
    .whereIn('status', ['trialing', 'active', 'past_due'])
    .first();
  return row ?? null;
}
