import { PLANS, TOKEN_PACKAGES } from '#contract/billing/catalogue.ts';
import type { SubscriptionPackage, TokenPackageOffer } from '#contract/billing/packages.contract.ts';
import { freePlan } from '#contract/billing/subscription.factory.ts';
import type { CurrentSubscription } from '#contract/billing/subscription.contract.ts';

const PERIODS = { month: 'monthly', year: 'yearly' } as const;

/** Mocked answers of the packages endpoints, built from the catalogue as the server does. */
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

/** A running Standard plan, billed monthly. */
export const paidPlan = (part: Partial<CurrentSubscription> = {}): CurrentSubscription =>
  freePlan({
    plan: 'Standard',
    package_id: 'standard_monthly',
    status: 'Active',
    interval: 'month',
    amount_cents: thePlans['standard_monthly']!.amount * 100,
    period_end: '2026-12-20T10:00:00.000Z',
    renews: true,
    has_payment_account: true,
    ...part,
  });
