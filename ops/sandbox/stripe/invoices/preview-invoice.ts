import type Stripe from 'stripe';
import { read } from '../http/parameters.ts';
import { invalid, notSimulated } from '../http/stripe-api-error.ts';
import type { Parameters } from '../schema/validate-request.ts';
import { idOf, type World } from '../state/world.ts';
import { currentPeriod } from '../subscriptions/build-subscription.ts';
import { readProrationDate } from '../subscriptions/change-items.ts';
import { changedItems, prorate, wholeLine, type ProrationBehavior } from '../subscriptions/proration.ts';
import { buildInvoice } from './build-invoice.ts';

/** `POST /v1/invoices/create_preview`: the invoice of a subscription change, or its next one. Changes nothing. @throws StripeApiError */
export function previewInvoice(world: World, parameters: Parameters): Stripe.Invoice {
  const id = read<string>(parameters, 'subscription');
  if (id === undefined) throw notSimulated('previews without a subscription', 'subscription');
  if (parameters.preview_mode === 'recurring') throw notSimulated('preview_mode recurring', 'preview_mode');
  const subscription = world.find('subscriptions', id, 'subscription');
  const customer = read<string>(parameters, 'customer');
  if (customer !== undefined && customer !== idOf(subscription.customer))
    throw invalid('The subscription is not the customer’s.', 'customer');
  if (subscription.status === 'canceled')
    throw invalid(`No upcoming invoices for subscription: ${id}`, 'subscription', 'invoice_upcoming_none');
  const details = read<Parameters>(parameters, 'subscription_details') ?? {};
  for (const name of ['billing_cycle_anchor', 'cancel_now']) if (name in details) throw notSimulated(name, `subscription_details[${name}]`);
  const behavior = read<ProrationBehavior>(details, 'proration_behavior') ?? 'create_prorations';
  const changes = read<Parameters[]>(details, 'items');
  const at = readProrationDate(world, subscription, details);
  const change = prorate(world, subscription, changedItems(world, subscription, changes ?? []), changes ? behavior : 'none', at);
  const now = world.now(subscription.customer);
  const bills = changes !== undefined && (behavior === 'always_invoice' || change.restarts);
  if (!bills && (details.cancel_at_period_end ?? subscription.cancel_at_period_end)) {
    throw invalid(`No upcoming invoices for subscription: ${id}`, 'subscription', 'invoice_upcoming_none');
  }
  const { start, end } = currentPeriod(subscription);
  const whole = change.items.map((item) => wholeLine(world, item, { start: end, end: end + (end - start) }));
  return buildInvoice(world, world.id('upcoming_in'), {
    subscription,
    reason: bills ? 'subscription_update' : 'subscription_cycle',
    lines: bills ? change.lines : [...(world.note(id).pendingLines ?? []), ...change.lines, ...whole],
    period: bills ? { start: now, end: now } : { start, end },
    ...(changes ? { prorationDate: at } : {}),
  });
}
