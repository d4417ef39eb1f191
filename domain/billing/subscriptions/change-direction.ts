import { planById, TIERS, type Plan } from '#contract/billing/catalogue.ts';
import { invalid } from '#domain/billing/checkout/resolve-purchase.ts';

/** Returns a plan of the catalogue. @throws ProductError validation.failed */
export function planOf(packageId: string): Plan {
  const plan = planById(packageId);
  if (!plan) throw invalid('package_id', 'Plan not found.');
  return plan;
}

/**
 * Tells the direction of a change. Upgrades begin at once, downgrades when the paid period ends. Yearly ranks above monthly of the same
 * tier. A change from yearly to monthly, of any tier, waits: begun at once, it would leave the rest of the year at Stripe as unassigned
 * credit.
 */
export function directionOf(from: Plan, to: Plan): 'upgrade' | 'downgrade' {
  if (from.interval === 'year' && to.interval === 'month') return 'downgrade';
  const byTier = TIERS.indexOf(to.tier) - TIERS.indexOf(from.tier);
  return byTier > 0 || (byTier === 0 && to.interval === 'year') ? 'upgrade' : 'downgrade';
}
