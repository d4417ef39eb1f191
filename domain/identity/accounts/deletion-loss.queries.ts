import { DELETION_GRACE_DAYS, type AccountDetails } from '#contract/identity/account.contract.ts';
import { livePlan } from '#domain/billing/subscriptions/current-plan.queries.ts';
import { findMembership } from '#domain/organisations/own-organisation.queries.ts';
import { database } from '#domain/platform/database.ts';

const DAY_MS = 86_400_000;

/**
 * What the deletion of an account ends that was paid for (`closeBilling`): a plan of one's own at once, whatever is left of its period. An
 * organisation keeps its members, its seats and its pool to the end of the paid year, but has no owner any more and does not renew.
 */
export async function lossOfDeletion(accountId: string): Promise<AccountDetails['deletion_ends']> {
  const [plan, membership] = await Promise.all([livePlan(database(), accountId), findMembership(accountId)]);
  const outlives = !plan?.cancelAtPeriodEnd || plan.periodEnd.getTime() > Date.now() + DELETION_GRACE_DAYS * DAY_MS;
  const owned = membership?.role === 'owner' && membership.active ? membership : null;
  return {
    plan: plan !== null && plan.stripeSubscriptionId !== null && plan.status !== 'trialing' && outlives,
    organisation: owned && { name: owned.name, ends_at: owned.endsAt.toISOString() },
  };
}
