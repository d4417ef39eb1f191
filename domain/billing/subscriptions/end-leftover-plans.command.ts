import { expression, sql } from '#domain/platform/sql.ts';
import { findMembership } from '#domain/membership/membership.queries.ts';
import { database } from '#domain/platform/database.ts';
import { cancelAtStripe } from './cancel-at-stripe.ts';
import { PLAN_IN_FORCE } from './current-plan.queries.ts';

interface Leaving {
  readonly accountId: string;
  readonly forOrganisation: boolean;
  /** The subscription that replaces them. */
  readonly except?: string | null;
  /** Keep a running trial, because the next plan is only a trial itself. */
  readonly keepTrial?: boolean;
}

/**
 * Ends a user's leftover subscriptions at Stripe: a trial, a plan with an unpaid renewal, the plan of an organisation that has ended.
 * Otherwise Stripe would go on collecting, or two plans would run at once. Call it outside any transaction before another plan begins;
 * repeating it changes nothing.
 * @throws StripeFailure
 */
export async function endLeftoverPlans({ accountId, forOrganisation, except = null, keepTrial = false }: Leaving): Promise<void> {
  const rows = await database()('subscription')
    .where({ account_id: accountId, for_organisation: forOrganisation })
    .whereNot('status', 'canceled')
    .whereNotNull('stripe_subscription_id')
    .where(expression(database(), sql`stripe_subscription_id is distinct from ${except}`))
    .select<{ stripe_subscription_id: string; is_left: boolean }[]>(
      'stripe_subscription_id',
      expression(database(), sql`(status = 'trialing' and not ${keepTrial}) or not (${PLAN_IN_FORCE}) as is_left`),
    );
  if (rows.length === 0) return;
  const membership = forOrganisation ? await findMembership(accountId) : null;
  const isOrganisationOver = !(membership?.active && membership.role === 'owner');
  for (const { stripe_subscription_id: id, is_left: isLeft } of rows)
    if (forOrganisation ? isOrganisationOver : isLeft) await cancelAtStripe(id);
}
