import type Stripe from 'stripe';
import { subscriptionOf } from '../invoices/invoices.ts';
import { idOf, type World } from '../state/world.ts';

/** Ends a subscription permanently, with its schedule. Unpaid invoices remain, without further attempts. Does nothing for an ended one. */
export function endSubscription(
  world: World,
  subscription: Stripe.Subscription,
  reason: Stripe.Subscription.CancellationDetails['reason'],
): void {
  if (subscription.status === 'canceled') return;
  const now = world.now(subscription.customer);
  const schedule = world.store.get('schedules', idOf(subscription.schedule) ?? '');
  Object.assign(subscription, {
    status: 'canceled',
    ended_at: now,
    canceled_at: subscription.canceled_at ?? now,
    schedule: null,
    pending_update: null,
  });
  subscription.cancellation_details = {
    comment: null,
    feedback: null,
    feedback_option: null,
    ...subscription.cancellation_details,
    reason,
  };
  world.store.put('subscriptions', subscription);
  for (const invoice of world.store.list('invoices')) {
    if (subscriptionOf(invoice) !== subscription.id || (invoice.status !== 'open' && invoice.status !== 'draft')) continue;
    Object.assign(invoice, { next_payment_attempt: null, automatically_finalizes_at: null, auto_advance: false });
    world.store.put('invoices', invoice);
  }
  world.emit('customer.subscription.deleted', subscription);
  if (schedule) {
    Object.assign(schedule, { status: 'canceled', canceled_at: now, current_phase: null });
    world.store.put('schedules', schedule);
    world.emit('subscription_schedule.canceled', schedule);
  }
}
