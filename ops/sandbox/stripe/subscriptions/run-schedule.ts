import type Stripe from 'stripe';
import { collectInvoice, issueInvoice, methodFor } from '../invoices/collect-invoice.ts';
import { idOf, type World } from '../state/world.ts';
import { buildItem, currentPeriod, planOf } from './build-subscription.ts';
import { endSubscription } from './end-subscription.ts';
import { applyChange, afterRenewalFailed } from './payment-outcome.ts';
import { samePace } from './periods.ts';
import { prorate, type ProrationBehavior } from './proration.ts';
import { release } from './schedules.ts';

/** Ends the current phase: the next one's items apply, or the schedule is complete. */
export function endPhase(world: World, schedule: Stripe.SubscriptionSchedule): void {
  const subscription = world.store.must('subscriptions', idOf(schedule.subscription) ?? '');
  const index = (world.note(schedule.id).phase ?? 0) + 1;
  const phase = schedule.phases[index];
  if (!phase) {
    if (schedule.end_behavior === 'cancel') endSubscription(world, subscription, 'cancellation_requested');
    else release(world, schedule);
    return;
  }
  world.remember(schedule.id, { phase: index });
  const items = itemsOf(world, subscription, phase);
  if (phase.start_date === currentPeriod(subscription).end) startWithPeriod(world, subscription, items);
  else startWithin(world, subscription, items, phase.proration_behavior as ProrationBehavior);
  world.update(
    'schedules',
    schedule,
    'subscription_schedule.updated',
    () => (schedule.current_phase = { start_date: phase.start_date, end_date: phase.end_date }),
  );
}

/** The phase's prices on the existing items, so that their ids stay. */
function itemsOf(world: World, subscription: Stripe.Subscription, phase: Stripe.SubscriptionSchedule.Phase): Stripe.SubscriptionItem[] {
  const { start, end } = currentPeriod(subscription);
  return phase.items.map((entry, index) => {
    const price = world.store.must('prices', idOf(entry.price) ?? '');
    const old = subscription.items.data[index];
    if (!old) return buildItem(world, subscription.id, price, entry.quantity ?? 1, start, end);
    return { ...structuredClone(old), price, plan: planOf(price), quantity: entry.quantity ?? 1 };
  });
}

/** The renewal due at the same moment bills the new items, and its event includes them. */
function startWithPeriod(world: World, subscription: Stripe.Subscription, items: Stripe.SubscriptionItem[]): void {
  const { end } = currentPeriod(subscription);
  const before = subscription.items.data[0]?.price.recurring ?? null;
  if (!samePace(before, items[0]?.price.recurring ?? null)) {
    subscription.billing_cycle_anchor = end;
    world.remember(subscription.id, { period: -1 });
  }
  world.update('subscriptions', subscription, 'customer.subscription.updated', () => (subscription.items.data = items));
}

function startWithin(world: World, subscription: Stripe.Subscription, items: Stripe.SubscriptionItem[], behavior: ProrationBehavior): void {
  const now = world.now(subscription.customer);
  const change = prorate(world, subscription, items, behavior, now);
  applyChange(world, subscription, change.items);
  if (change.lines.length === 0) return;
  if (behavior !== 'always_invoice' && !change.restarts) {
    world.remember(subscription.id, { pendingLines: [...(world.note(subscription.id).pendingLines ?? []), ...change.lines] });
    return;
  }
  const invoice = issueInvoice(world, {
    subscription,
    reason: 'subscription_update',
    lines: change.lines,
    period: { start: now, end: now },
  });
  const result = collectInvoice(world, invoice, methodFor(world, subscription), { present: false, authenticated: false });
  if (result === 'declined' || result === 'requires_action') afterRenewalFailed(world, subscription, invoice);
}
