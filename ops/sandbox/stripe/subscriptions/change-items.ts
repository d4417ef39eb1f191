import type Stripe from 'stripe';
import { cardBehind } from '../customers/payment-methods.ts';
import { read } from '../http/parameters.ts';
import { cardRefusal, invalid } from '../http/stripe-api-error.ts';
import { collectInvoice, issueInvoice, methodFor } from '../invoices/collect-invoice.ts';
import { asksToAuthenticate, declineOf } from '../payments/pay.ts';
import type { Parameters } from '../schema/validate-request.ts';
import type { World } from '../state/world.ts';
import { currentPeriod } from './build-subscription.ts';
import { applyChange, afterRenewalFailed, voidPending } from './payment-outcome.ts';
import { changedItems, prorate, type ItemChange, type ProrationBehavior } from './proration.ts';

const UPDATE_WAITS_S = 23 * 3600;
/** A request causes this charge: the customer is not on a page and cannot authenticate. */
const ABSENT = { present: false, authenticated: false };

/**
 * Changes a subscription's items, and bills the difference according to `proration_behavior` and `payment_behavior`.
 * @throws StripeApiError
 */
export function changeItems(world: World, subscription: Stripe.Subscription, parameters: Parameters, also: () => void): void {
  const behavior = read<ProrationBehavior>(parameters, 'proration_behavior') ?? 'create_prorations';
  const at = readProrationDate(world, subscription, parameters);
  const change = prorate(
    world,
    subscription,
    changedItems(world, subscription, read<Parameters[]>(parameters, 'items') ?? []),
    behavior,
    at,
  );
  const billsNow = change.lines.length > 0 && (behavior === 'always_invoice' || change.restarts);
  if (!billsNow) {
    applyChange(world, subscription, change.items, also);
    if (change.lines.length > 0)
      world.remember(subscription.id, { pendingLines: [...(world.note(subscription.id).pendingLines ?? []), ...change.lines] });
    return;
  }
  const payment = read<string>(parameters, 'payment_behavior') ?? 'allow_incomplete';
  if (payment === 'pending_if_incomplete') payFirst(world, subscription, change, at);
  else {
    if (payment === 'error_if_incomplete') refuseWithoutPayment(world, subscription);
    applyChange(world, subscription, change.items, also);
    const invoice = bill(world, subscription, change, at);
    const result = collectInvoice(world, invoice, methodFor(world, subscription), ABSENT);
    if (result === 'declined' || result === 'requires_action') afterRenewalFailed(world, subscription, invoice);
  }
}

/** @throws StripeApiError outside the current period */
export function readProrationDate(world: World, subscription: Stripe.Subscription, parameters: Parameters): number {
  const at = read<number>(parameters, 'proration_date') ?? world.now(subscription.customer);
  const { start, end } = currentPeriod(subscription);
  if (parameters.proration_date !== undefined && (at < start || at > end)) {
    throw invalid('Invalid proration_date: it must lie within the current period.', 'proration_date');
  }
  return at;
}

function bill(world: World, subscription: Stripe.Subscription, { lines }: ItemChange, prorationDate: number): Stripe.Invoice {
  const now = world.now(subscription.customer);
  return issueInvoice(world, { subscription, reason: 'subscription_update', lines, period: { start: now, end: now }, prorationDate });
}

/** Makes the change wait for its invoice's payment; the subscription is unchanged until then. It replaces an earlier pending change. */
function payFirst(world: World, subscription: Stripe.Subscription, change: ItemChange, at: number): void {
  voidPending(world, subscription);
  const invoice = bill(world, subscription, change, at);
  const result = collectInvoice(world, invoice, methodFor(world, subscription), ABSENT);
  if (result === 'succeeded' || result === 'processing') {
    applyChange(world, subscription, change.items, () => (subscription.pending_update = null));
    return;
  }
  world.update('subscriptions', subscription, 'customer.subscription.updated', () => {
    subscription.pending_update = {
      billing_cycle_anchor: change.restarts ? change.period.start : null,
      cancel_at_period_end: null,
      discount: null,
      discounts: null,
      expires_at: world.now(subscription.customer) + UPDATE_WAITS_S,
      metadata: null,
      subscription_items: change.items,
      trial_end: null,
      trial_from_plan: null,
    };
  });
  world.remember(subscription.id, { pendingInvoice: invoice.id });
}

/** @throws StripeApiError 402 if the payment method would be declined */
function refuseWithoutPayment(world: World, subscription: Stripe.Subscription): void {
  const method = methodFor(world, subscription);
  if (method === null)
    throw invalid('This customer has no attached payment source or default payment method.', undefined, 'resource_missing');
  const card = cardBehind(world, method);
  const decline = declineOf(card, ABSENT);
  if (decline) throw cardRefusal(decline.message, decline.code, decline.declineCode);
  if (asksToAuthenticate(card, ABSENT)) {
    throw cardRefusal(
      'This payment requires additional user action before it can be completed successfully.',
      'subscription_payment_intent_requires_action',
      null,
    );
  }
}
