import { PLANS, TOKEN_PACKAGES, type Plan, type TokenPackage } from '#contract/billing/catalogue.ts';
import type { SubscriptionPackage, TokenPackageOffer } from '#contract/billing/packages.contract.ts';

/** Maps a plan to both field sets of the specification (G11), in dollars. */
function planOffer(plan: Plan): SubscriptionPackage {
  const amount = plan.amount_cents / 100;
  return {
    key: plan.id,
    name: plan.name,
    description: plan.description,
    amount,
    price: amount,
    interval: plan.interval,
    billing_period: plan.interval === 'year' ? 'yearly' : 'monthly',
    trial_days: plan.trial_days,
    tokens: plan.tokens,
    popular: plan.popular,
    features: [...plan.features],
  };
}

function tokenOffer(pack: TokenPackage): TokenPackageOffer {
  const amount = pack.amount_cents / 100;
  const { id: key, name, description, tokens, bonus_tokens, popular } = pack;
  return { key, name, description, amount, price: amount, tokens, bonus_tokens, popular };
}

/** Returns the plans a user can buy, by id, in display order. */
export const subscriptionPackages = (): Record<string, SubscriptionPackage> =>
  Object.fromEntries(PLANS.map((plan) => [plan.id, planOffer(plan)]));

/** Returns the token packages, by id. */
export const tokenPackages = (): Record<string, TokenPackageOffer> =>
  Object.fromEntries(TOKEN_PACKAGES.map((pack) => [pack.id, tokenOffer(pack)]));
