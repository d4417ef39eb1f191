import { planById, TIERS, type Plan } from '#contract/billing/catalogue.ts';
import { invalid } from './resolve-purchase.ts';

/** A plan of the catalogue. @throws ProductError validation.failed */
export function planOf(packageId: string): Plan {
  const plan = planById(packageId);
  if (!plan) throw invalid('package_id', 'There is no such plan.');
  return plan;
}

/** More of a plan begins at once, less of it when what was paid for is over. A year is more than a month of the same tier. */
export function directionOf(from: Plan, to: Plan): 'upgrade' | 'downgrade' {
  const byTier = TIERS.indexOf(to.tier) - TIERS.indexOf(from.tier);
  return byTier > 0 || (byTier === 0 && to.interval === 'year') ? 'upgrade' : 'downgrade';
}
