import type Stripe from 'stripe';
import { only, read } from '../http/parameters.ts';
import { notFound } from '../http/stripe-api-error.ts';
import { collectInvoice, issueInvoice } from '../invoices/collect-invoice.ts';
import type { Parameters } from '../schema/validate-request.ts';
import type { World } from '../state/world.ts';
import { endSubscription } from './end-subscription.ts';
import { prorate } from './proration.ts';

/**
 * `DELETE /v1/subscriptions/…`: ends it now. With `prorate` and `invoice_now` the unused time becomes the customer's credit. @throws
 * StripeApiError
 */
export function cancelSubscription(world: World, id: string, parameters: Parameters): Stripe.Subscription {
  only(parameters, ['prorate', 'invoice_now', 'cancellation_details']);
  const subscription = world.find('subscriptions', id);
  // A canceled subscription can be read, but not canceled again.
  if (subscription.status === 'canceled') throw notFound('subscription', id);
  const now = world.now(subscription.customer);
  applyDetails(subscription, read(parameters, 'cancellation_details'));
  const credit =
    parameters.prorate === true && subscription.status === 'active' ? prorate(world, subscription, [], 'always_invoice', now).lines : [];
  endSubscription(world, subscription, 'cancellation_requested');
  if (credit.length > 0 && parameters.invoice_now === true) {
    const invoice = issueInvoice(world, { subscription, reason: 'subscription_update', lines: credit, period: { start: now, end: now } });
    collectInvoice(world, invoice, null, { present: false, authenticated: false });
  }
  return subscription;
}

interface DetailsParameters {
  comment?: string;
  feedback?: Stripe.Subscription.CancellationDetails['feedback'] | '';
}

/** The customer's feedback on cancellation. */
export function applyDetails(subscription: Stripe.Subscription, details: DetailsParameters | undefined): void {
  if (!details) return;
  const old = subscription.cancellation_details;
  subscription.cancellation_details = {
    comment: details.comment ?? old?.comment ?? null,
    feedback: (details.feedback || null) ?? old?.feedback ?? null,
    feedback_option: null,
    reason: old?.reason ?? null,
  };
}
