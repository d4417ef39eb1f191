import type Stripe from 'stripe';
import { pageOf } from '../http/lists.ts';
import { only } from '../http/parameters.ts';
import { invalid } from '../http/stripe-refusal.ts';
import type { Parameters } from '../schema/validate-request.ts';
import type { World } from '../state/world.ts';
import { lineItemsOf } from './line-items.ts';

export function retrieveSession(world: World, id: string): Stripe.Checkout.Session {
  return world.find('sessions', id);
}

export function listSessions(world: World, parameters: Parameters) {
  only(parameters, ['customer', 'payment_intent', 'subscription', 'status', 'limit', 'starting_after', 'ending_before']);
  const { customer, payment_intent: intent, subscription, status } = parameters;
  const rows = world.store
    .list('sessions')
    .filter(
      (row) =>
        (customer === undefined || row.customer === customer) &&
        (intent === undefined || row.payment_intent === intent) &&
        (subscription === undefined || row.subscription === subscription) &&
        (status === undefined || row.status === status),
    );
  return pageOf(rows, parameters, '/v1/checkout/sessions');
}

export function listSessionLines(world: World, id: string, parameters: Parameters) {
  only(parameters, ['limit', 'starting_after', 'ending_before']);
  world.find('sessions', id);
  const lines = lineItemsOf(world, id).toReversed();
  return pageOf(lines, parameters, `/v1/checkout/sessions/${id}/line_items`);
}

/** Ends an open session. @throws StripeRefusal for one that is complete or expired */
export function expireSession(world: World, id: string): Stripe.Checkout.Session {
  const session = world.find('sessions', id);
  if (session.status !== 'open') {
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    );
  }
  Object.assign(session, { status: 'expired', url: null });
  world.store.put('sessions', session);
  world.emit('checkout.session.expired', session);
  return session;
}
