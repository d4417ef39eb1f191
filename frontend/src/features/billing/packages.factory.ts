import { PLANS, TOKEN_PACKAGES } from '#contract/billing/catalogue.ts';
import type { SubscriptionPackage, TokenPackageOffer } from '#contract/billing/packages.contract.ts';
import type { CurrentSubscription } from '#contract/billing/subscription.contract.ts';
import type { User } from '#contract/identity/identity.contract.ts';

const PERIODS = { month: 'monthly', year: 'yearly' } as const;

/** The packages calls, as the server makes them of the catalogue. */
export const thePlans: Record<string, SubscriptionPackage> = Object.fromEntries(
  PLANS.map(({ id, name, description, amount_cents: cents, interval, trial_days, tokens, popular, features }) => [
    id,
    {
      key: id,
      name,
      description,
      amount: cents / 100,
      price: cents / 100,
      interval,
      billing_period: PERIODS[interval],
      trial_days,
      tokens,
      popular,
      features: [...features],
    },
  ]),
);
export const theTokenPackages: Record<string, TokenPackageOffer> = Object.fromEntries(
  TOKEN_PACKAGES.map(({ id, amount_cents: cents, ...pack }) => [id, { ...pack, key: id, amount: cents / 100, price: cents / 100 }]),
);
export const thePackages = { subscription_packages: thePlans, token_packages: theTokenPackages };

export const aUser = (part: Partial<User> = {}): User => ({
  user_id: 'user-1',
  email: 'ines@example.com',
  first_name: 'Ines',
  last_name: 'Moreno',
  subscription_status: 'free',
  subscription_plan: null,
  subscription_expires: null,
  trial_used: false,
  courses_saved: [],
  roles: ['learner'],
  ...part,
});

/** Somebody without a plan. */
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
  next_package_id: null,
  has_payment_account: false,
  ends_by_itself: false,
  ...part,
});

/** A running Standard plan, paid by the month. */
export const paidPlan = (part: Partial<CurrentSubscription> = {}): CurrentSubscription =>
  freePlan({
    plan: 'Standard',
    package_id: 'standard_monthly',
    status: 'Active',
    interval: 'month',
    amount_cents: thePlans['standard_monthly']!.amount * 100,
    period_end: '2026-12-20T10:00:00.000Z',
    has_payment_account: true,
    ...part,
  });
