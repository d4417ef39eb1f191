import type Stripe from 'stripe';
import { invalid } from '../http/stripe-api-error.ts';
import { nameOf } from '../invoices/build-invoice.ts';
import type { World } from '../state/world.ts';

/** Returns the displayed line items of a session; those of a trial are due later, so they amount to nothing now. */
export function lineItemsOf(world: World, session: string): Stripe.LineItem[] {
  const plan = world.note(session).checkout;
  return (plan?.lines ?? []).map(({ item, price: id, quantity }) => {
    const price = world.store.must('prices', id);
    const amount = plan?.trialEnd != null && price.recurring ? 0 : (price.unit_amount ?? 0) * quantity;
    return {
      id: item,
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: price.currency,
      description: nameOf(world, price),
      metadata: {},
      price,
      quantity,
    };
  });
}

/** Expires an open session. @throws StripeApiError for a complete or expired one */
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
