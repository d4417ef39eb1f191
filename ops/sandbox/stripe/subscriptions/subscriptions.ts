import type Stripe from 'stripe';
import { pageOf } from '../http/lists.ts';
import { only } from '../http/parameters.ts';
import type { Parameters } from '../schema/validate-request.ts';
import type { World } from '../state/world.ts';

export function retrieveSubscription(world: World, id: string): Stripe.Subscription {
  return world.find('subscriptions', id);
}

/** Without `status` the canceled ones are left out, as Stripe does. */
export function listSubscriptions(world: World, parameters: Parameters) {
  only(parameters, ['customer', 'price', 'status', 'limit', 'starting_after', 'ending_before', 'created']);
  const { customer, price, status } = parameters;
  const rows = world.store
    .list('subscriptions')
    .filter(
      (row) =>
        (customer === undefined || row.customer === customer) &&
        (price === undefined || row.items.data.some((item) => item.price.id === price)) &&
        (status === 'all' ||
          (status === undefined ? row.status !== 'canceled' : status === 'ended' ? row.status === 'canceled' : row.status === status)),
    );
  return pageOf(rows, parameters, '/v1/subscriptions');
}
