import { type AccountDetails, DELETION_GRACE_DAYS } from '#contract/identity/account.contract.ts';
import { PAYOUT_MINIMUM_CENTS } from '#contract/studio/creator-payouts.contract.ts';
import { payoutBalance } from '#domain/billing/payouts/payouts.queries.ts';
import { findPayoutAccount } from '#domain/billing/payouts/sync-payout-account.command.ts';
import { findMembership } from '#domain/membership/membership.queries.ts';
import { database } from '#domain/platform/database.ts';
import { livePlan } from './current-plan.queries.ts';

const DAY_MS = 86_400_000;

/**
 * Returns the paid things that deleting an account ends (`closeBilling`): the user's own plan ends at once, whatever is left of its period.
 * An organisation keeps its members, seats and pool to the end of the paid year, but loses its owner and does not renew. Earnings from
 * courses are paid out afterwards (`payCreators`), unless they are below the minimum or there is no payout account.
 */
export async function describeDeletionLoss(accountId: string): Promise<AccountDetails['deletion_ends']> {
  const [plan, membership, earnings] = await Promise.all([
    livePlan(database(), accountId),
    findMembership(accountId),
    lostEarnings(accountId),
  ]);
  const outlives = !plan?.cancelAtPeriodEnd || plan.periodEnd.getTime() > Date.now() + DELETION_GRACE_DAYS * DAY_MS;
  const owned = membership?.role === 'owner' && membership.active ? membership : null;
  return {
    plan: plan !== null && plan.stripeSubscriptionId !== null && plan.status !== 'trialing' && outlives,
    organisation: owned && { name: owned.name, ends_at: owned.endsAt.toISOString() },
    earnings,
  };
}

async function lostEarnings(accountId: string): Promise<AccountDetails['deletion_ends']['earnings']> {
  const { balance } = await payoutBalance(database(), accountId);
  if (balance <= 0) return null;
  const amount = balance / 100;
  if (!(await findPayoutAccount(accountId))?.payouts_enabled) return { amount, reason: 'account' };
  return balance < PAYOUT_MINIMUM_CENTS ? { amount, reason: 'minimum' } : null;
}
