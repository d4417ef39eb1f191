import {
  organisationPlanById,
  planById,
  PLANS,
  tokenPackageByAmount,
  tokenPackageById,
  type Interval,
  type OrganisationPlan,
  type Plan,
  type TokenPackage,
} from '#contract/billing/catalogue.ts';
import type { Discount } from '#domain/billing/billing.ports.ts';
import { ProductError } from '#domain/platform/errors.ts';

/** A product that Stripe can sell: a package of the catalogue, a creator's course, or a seat at an event. */
export interface Purchase {
  readonly kind: 'subscription' | 'tokens' | 'organisation' | 'course' | 'event';
  readonly packageId: string;
  /** Display name: `Premium`, `300 tokens`. */
  readonly name: string;
  readonly amountCents: number;
  /** Billing interval; null for one-time purchases. */
  readonly interval: Interval | null;
  readonly trialDays: number;
  /** Whole permanent tokens of a purchase; 0 for plans. */
  readonly tokens: number;
  /** Discount by a code; `amountCents` is the reduced price. */
  readonly discount?: Discount;
}

const ofPlan = (plan: Plan): Purchase => ({
  kind: 'subscription',
  packageId: plan.id,
  name: plan.name,
  amountCents: plan.amount_cents,
  interval: plan.interval,
  trialDays: plan.trial_days,
  tokens: 0,
});
const ofTokens = (pack: TokenPackage): Purchase => ({
  kind: 'tokens',
  packageId: pack.id,
  name: `${(pack.tokens + pack.bonus_tokens).toLocaleString('en-US')} tokens`,
  amountCents: pack.amount_cents,
  interval: null,
  trialDays: 0,
  tokens: pack.tokens + pack.bonus_tokens,
});
const ofOrganisation = (plan: OrganisationPlan): Purchase => ({
  kind: 'organisation',
  packageId: plan.id,
  name: plan.name,
  amountCents: plan.amount_cents,
  interval: plan.interval,
  trialDays: 0,
  tokens: 0,
});

/** Tells whether its price is created together with the payment page, instead of existing as a product at Stripe. */
export const isPricedByPage = (kind: string): boolean => kind === 'course' || kind === 'event';

/** Returns the purchase for a catalogue id. Null for an unknown id, and for plans sold by contract only (G16, A06). */
export function purchaseOf(packageId: string): Purchase | null {
  const plan = planById(packageId);
  if (plan) return ofPlan(plan);
  const pack = tokenPackageById(packageId);
  if (pack) return ofTokens(pack);
  const bundle = organisationPlanById(packageId);
  return bundle?.sold_by === 'checkout' ? ofOrganisation(bundle) : null;
}

/** Returns every package that needs a price at Stripe. */
export const soldByStripe = (packageIds: readonly string[]): Purchase[] => packageIds.map(purchaseOf).filter((found) => found !== null);

/** The ways in which a request names a plan (G09). */
export interface NamedPlan {
  readonly package_id?: string | undefined;
  readonly subscription_package?: string | undefined;
  readonly billing_period?: string | undefined;
}

/**
 * Resolves both checkout bodies of the specification to one catalogue entry: either `package_id`, or `subscription_package` (id, tier or
 * display name) with `billing_period` (default: monthly). Amounts, trials and quantities come from the catalogue only.
 * @throws ProductError validation.failed
 */
export function resolvePlan(named: NamedPlan): Purchase {
  const text = (named.package_id ?? named.subscription_package)?.trim();
  if (!text) throw invalid('package_id', 'Name the plan in package_id, or in subscription_package.');
  const byId = purchaseOf(text);
  if (byId?.kind === 'tokens') throw invalid('package_id', 'Token packages are bought with purchase-tokens.');
  if (byId) return byId;
  const interval = named.billing_period?.startsWith('year') ? 'year' : 'month';
  const wanted = text.toLowerCase().replace(/[\s-]+/g, '_');
  const plan =
    named.package_id === undefined &&
    PLANS.find((one) => (one.tier === wanted || one.name.toLowerCase() === text.toLowerCase()) && one.interval === interval);
  if (!plan) throw invalid(named.package_id === undefined ? 'subscription_package' : 'package_id', 'This plan cannot be bought.');
  return ofPlan(plan);
}

/** Resolves a token package by its base tokens (G10). @throws ProductError validation.failed */
export function resolveTokens(tokenAmount: number): Purchase {
  const pack = tokenPackageByAmount(tokenAmount);
  if (!pack) throw invalid('token_amount', 'No token package has that size.');
  return ofTokens(pack);
}

export const invalid = (path: string, message: string) =>
  new ProductError('validation.failed', message, { data: { errors: [{ path, message }] } });
