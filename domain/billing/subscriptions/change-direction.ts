import { planById, TIERS, type Plan } from '#contract/billing/catalogue.ts';
import { invalid } from '#domain/billing/checkout/resolve-purchase.ts';

/** A plan of the catalogue. @throws ProductError validation.failed */
export function planOf(packageId: string): Plan {
  const plan = planById(packageId);
  if (!plan) throw invalid('package_id', 'There is no such plan.');
  return plan;
}

/**
 * More of a plan begins at once, less of it when what was paid for is over. A year is more than a month of the same tier; a month follows a
 * year, of whatever tier: begun at once, the rest of the year would stand at Stripe as money that is neither ours nor in anybody's hands.
 */
export function directionOf(from: Plan, to: Plan): 'upgrade' | 'downgrade' {
  if (from.interval === 'year' && to.interval === 'month') return 'downgrade';
  const byTier = TIERS.indexOf(to.tier) - TIERS.indexOf(from.tier);
  return byTier > 0 || (byTier === 0 && to.interval === 'year') ? 'upgrade' : 'downgrade';
}
