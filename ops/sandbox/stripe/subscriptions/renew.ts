import type Stripe from 'stripe';
import { collectInvoice, draftInvoice, finalizeInvoice, methodFor } from '../invoices/collect-invoice.ts';
import { subscriptionOf } from '../invoices/invoices.ts';
import type { World } from '../state/world.ts';
import { currentPeriod, paceOf } from './build-subscription.ts';
import { endSubscription } from './end-subscription.ts';
import { afterPaid, afterRenewalFailed, RETRY_AFTER_DAYS, voidPending } from './payment-outcome.ts';
import { periodStart } from './periods.ts';
import { periodLines } from './proration.ts';

const ABSENT = { present: false, authenticated: false };

/** Ends the current period: the subscription ends, leaves its trial, or renews. */
export function endPeriod(world: World, subscription: Stripe.Subscription): void {
  if (subscription.cancel_at_period_end) endSubscription(world, subscription, 'cancellation_requested');
  else if (subscription.status === 'trialing') endTrial(world, subscription);
  else renew(world, subscription);
}

/** Ends the trial. Without a payment method the configured behaviour applies. */
export function endTrial(world: World, subscription: Stripe.Subscription): void {
  const now = world.now(subscription.customer);
  const missing = subscription.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice';
  if (methodFor(world, subscription) === null && missing === 'cancel') return endSubscription(world, subscription, null);
  if (methodFor(world, subscription) === null && missing === 'pause') {
    world.update('subscriptions', subscription, 'customer.subscription.updated', () => (subscription.status = 'paused'));
    world.emit('customer.subscription.paused', subscription);
    return;
  }
  const before = currentPeriod(subscription);
  world.remember(subscription.id, { period: 0 });
  world.update('subscriptions', subscription, 'customer.subscription.updated', () => {
    Object.assign(subscription, { status: 'active', trial_end: now, billing_cycle_anchor: now });
    setPeriod(subscription, 0);
  });
  billPeriod(world, subscription, { start: before.start, end: now });
}

function renew(world: World, subscription: Stripe.Subscription): void {
  const before = currentPeriod(subscription);
  const period = (world.note(subscription.id).period ?? 0) + 1;
  world.remember(subscription.id, { period });
  world.update('subscriptions', subscription, 'customer.subscription.updated', () => setPeriod(subscription, period));
  billPeriod(world, subscription, before);
}

function setPeriod(subscription: Stripe.Subscription, n: number): void {
  const anchor = subscription.billing_cycle_anchor;
  for (const item of subscription.items.data) {
    item.current_period_start = periodStart(anchor, paceOf(item.price), n);
    item.current_period_end = periodStart(anchor, paceOf(item.price), n + 1);
  }
}

/** Invoices the new period: final and charged immediately, or after the configured wait (an hour at Stripe). */
function billPeriod(world: World, subscription: Stripe.Subscription, before: { start: number; end: number }): void {
  const lines = [...(world.note(subscription.id).pendingLines ?? []), ...periodLines(world, subscription)];
  world.remember(subscription.id, { pendingLines: undefined });
  const wait = world.settings.draft_s;
  const finalAt = wait === 0 ? null : world.now(subscription.customer) + wait;
  const invoice = draftInvoice(world, { subscription, reason: 'subscription_cycle', lines, period: before }, finalAt);
  if (finalAt === null) chargeDraft(world, invoice);
}

/** Finalises and charges a renewal's draft. */
export function chargeDraft(world: World, invoice: Stripe.Invoice): void {
  const subscription = world.store.must('subscriptions', subscriptionOf(invoice) ?? '');
  finalizeInvoice(world, invoice);
  const result = collectInvoice(world, invoice, methodFor(world, subscription), ABSENT);
  if (result === 'declined' || result === 'requires_action') afterRenewalFailed(world, subscription, invoice);
}

/** Retries a failed invoice; after the last attempt its subscription ends. */
export function retryInvoice(world: World, invoice: Stripe.Invoice): void {
  const subscription = world.store.must('subscriptions', subscriptionOf(invoice) ?? '');
  const result = collectInvoice(world, invoice, methodFor(world, subscription), ABSENT);
  if (result === 'succeeded') return afterPaid(world, invoice);
  if (result === 'processing') return;
  afterRenewalFailed(world, subscription, invoice);
  if (invoice.attempt_count > RETRY_AFTER_DAYS.length) endSubscription(world, subscription, 'payment_failed');
}

/** Expires a pending update, leaving the subscription unchanged. */
export function expirePendingUpdate(world: World, subscription: Stripe.Subscription): void {
  world.update('subscriptions', subscription, 'customer.subscription.updated', () => (subscription.pending_update = null));
  world.emit('customer.subscription.pending_update_expired', subscription);
  voidPending(world, subscription);
}
