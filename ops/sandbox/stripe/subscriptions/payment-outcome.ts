import type Stripe from 'stripe';
import { makeVoid } from '../invoices/collect-invoice.ts';
import { subscriptionOf } from '../invoices/invoices.ts';
import { idOf, type World } from '../state/world.ts';
import { currentPeriod } from './build-subscription.ts';

const DAY_S = 86_400;
/** Days after an invoice's first failed charge on which it is retried. After the last one the subscription ends. */
export const RETRY_AFTER_DAYS = [3, 5, 7] as const;

/** Replaces a subscription's items; a period that restarts with them becomes its anchor. `also` makes further changes under the same event. */
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

export function activate(world: World, subscription: Stripe.Subscription): void {
  if (subscription.status === 'active') return;
  world.update('subscriptions', subscription, 'customer.subscription.updated', () => (subscription.status = 'active'));
}

/** Updates the subscription of a paid invoice: applies a pending update, reactivates one that was past due. */
export function afterPaid(world: World, invoice: Stripe.Invoice): void {
  const subscription = world.store.get('subscriptions', subscriptionOf(invoice) ?? '');
  if (!subscription || subscription.status === 'canceled') return;
  const note = world.note(subscription.id);
  if (note.pendingInvoice === invoice.id && subscription.pending_update) {
    applyChange(
      world,
      subscription,
      subscription.pending_update.subscription_items ?? subscription.items.data,
      () => (subscription.pending_update = null),
    );
    world.remember(subscription.id, { pendingInvoice: undefined });
    world.emit('customer.subscription.pending_update_applied', subscription);
  }
  if (subscription.status !== 'trialing' && idOf(subscription.latest_invoice) === invoice.id) activate(world, subscription);
}

/** Handles a renewal that could not be collected: the subscription is past due, the invoice is retried. */
export function afterRenewalFailed(world: World, subscription: Stripe.Subscription, invoice: Stripe.Invoice): void {
  const retry = RETRY_AFTER_DAYS[invoice.attempt_count - 1];
  invoice.next_payment_attempt = retry === undefined ? null : invoice.created + retry * DAY_S;
  world.store.put('invoices', invoice);
  if (subscription.status === 'past_due') return;
  world.update('subscriptions', subscription, 'customer.subscription.updated', () => (subscription.status = 'past_due'));
}

/** Voids the invoice of a pending update that expired or was replaced. */
export function voidPending(world: World, subscription: Stripe.Subscription): void {
  const invoice = world.store.get('invoices', world.note(subscription.id).pendingInvoice ?? '');
  world.remember(subscription.id, { pendingInvoice: undefined });
  if (invoice?.status === 'open') makeVoid(world, invoice);
}
