import type Stripe from 'stripe';
import type { World } from '../state/world.ts';
import { currentPeriod } from './build-subscription.ts';

/** Gives a subscription new items; a period that restarts with them becomes its anchor. `also` changes more under the same event. */
export function applyChange(
  world: World,
  subscription: Stripe.Subscription,
  items: Stripe.SubscriptionItem[],
  also: () => void = () => {},
): void {
  const before = currentPeriod(subscription);
  world.update('subscriptions', subscription, 'customer.subscription.updated', () => {
    subscription.items.data = items;
    const { start } = currentPeriod(subscription);
    if (start !== before.start) {
      subscription.billing_cycle_anchor = start;
      world.remember(subscription.id, { period: 0 });
    }
    also();
  });
}
