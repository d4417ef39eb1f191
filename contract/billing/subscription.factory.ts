import type { CurrentSubscription } from '#contract/billing/subscription.contract.ts';

/** Returns the subscription of a user without a plan. */
export const freePlan = (part: Partial<CurrentSubscription> = {}): CurrentSubscription => ({
  plan: 'Free Plan',
  package_id: null,
  status: null,
  interval: null,
  amount_cents: null,
  period_end: null,
  trial_ends: null,
  trial_days_left: null,
  cancel_at_period_end: false,
  renews: false,
  next_package_id: null,
  has_payment_account: false,
  ends_by_itself: false,
  ...part,
});
