import type Stripe from 'stripe';
import { expireSession } from '../checkout/sessions.ts';
import { collectInvoice, issueInvoice, methodFor } from '../invoices/collect-invoice.ts';
import { settleDebit } from '../payments/settle-debit.ts';
import { idOf, type World } from '../state/world.ts';
import { currentPeriod, buildItem, planOf } from '../subscriptions/build-subscription.ts';
import { endSubscription } from '../subscriptions/end-subscription.ts';
import { applyChange, afterRenewalFailed } from '../subscriptions/payment-outcome.ts';
import { samePace } from '../subscriptions/periods.ts';
import { prorate, type ProrationBehavior } from '../subscriptions/proration.ts';
import { chargeDraft, expirePendingUpdate, endPeriod, retryInvoice } from '../subscriptions/renew.ts';
import { release } from '../subscriptions/schedules.ts';

/** A step that happens by itself at a time in s. Of steps due together, the lower `rank` comes first. */
interface DueStep {
  at: number;
  rank: number;
  run: () => void;
}

/** A runaway lifecycle is a bug of the sandbox; years of monthly renewals need far fewer. */
const MOST_STEPS = 50_000;
const WARN_BEFORE_S = 3 * 86_400;
const RENEWING = ['trialing', 'active', 'past_due'];

/** Runs everything due until a time in s, in order, each step as of its due time. @returns the number of steps */
export function runDueSteps(world: World, clock: string | null, until: number): number {
  for (let count = 0; count < MOST_STEPS; count++) {
    const [next] = dueSteps(world, clock)
      .filter(({ at }) => at <= until)
      .sort((a, b) => a.at - b.at || a.rank - b.rank);
    if (!next) return count;
    world.at(next.at, next.run);
    world.store.commit();
  }
  throw new Error(`more than ${MOST_STEPS} steps until ${until}`);
}

/** Returns all known future steps on one clock (null for the sandbox's), unordered. */
function dueSteps(world: World, clock: string | null): DueStep[] {
  const runsHere = (customer: unknown): boolean => world.testClock(idOf(customer as string | null)) === clock;
  return [...subscriptionSteps(world, runsHere), ...paymentSteps(world, runsHere)];
}

function subscriptionSteps(world: World, runsHere: (customer: unknown) => boolean): DueStep[] {
  const steps: DueStep[] = [];
  for (const schedule of world.store.list('schedules')) {
    if (schedule.status !== 'active' || !runsHere(schedule.customer)) continue;
    const phase = schedule.phases[world.note(schedule.id).phase ?? 0];
    if (phase) steps.push({ at: phase.end_date, rank: 0, run: () => endPhase(world, schedule) });
  }
  for (const subscription of world.store.list('subscriptions')) {
    if (!RENEWING.includes(subscription.status) || !runsHere(subscription.customer)) continue;
    const { trial_end: trialEnd, pending_update: pending } = subscription;
    if (subscription.status === 'trialing' && trialEnd !== null && !world.note(subscription.id).trialWarned) {
      const warn = () => {
        world.remember(subscription.id, { trialWarned: true });
        world.emit('customer.subscription.trial_will_end', subscription);
      };
      steps.push({ at: Math.max(subscription.created, trialEnd - WARN_BEFORE_S), rank: 1, run: warn });
    }
    if (pending) steps.push({ at: pending.expires_at, rank: 2, run: () => expirePendingUpdate(world, subscription) });
    steps.push({ at: currentPeriod(subscription).end, rank: 4, run: () => endPeriod(world, subscription) });
  }
  return steps;
}

function paymentSteps(world: World, runsHere: (customer: unknown) => boolean): DueStep[] {
  const steps: DueStep[] = [];
  for (const session of world.store.list('sessions')) {
    if (session.status === 'open' && runsHere(session.customer))
      steps.push({ at: session.expires_at, rank: 5, run: () => expireSession(world, session.id) });
  }
  for (const invoice of world.store.list('invoices')) {
    const { next_payment_attempt: at, automatically_finalizes_at: finalAt } = invoice;
    if (invoice.status === 'draft' && finalAt !== null && runsHere(invoice.customer))
      steps.push({ at: finalAt, rank: 3, run: () => chargeDraft(world, invoice) });
    if (invoice.status === 'open' && at !== null && runsHere(invoice.customer))
      steps.push({ at, rank: 3, run: () => retryInvoice(world, invoice) });
  }
  for (const note of world.store.list('notes')) {
    const intent = note.settlesAt === undefined ? undefined : world.store.get('payment_intents', note.id);
    if (!intent || !runsHere(intent.customer)) continue;
    steps.push({ at: note.settlesAt ?? 0, rank: 2, run: () => settleDebit(world, intent, note.settles ?? 'succeeded') });
  }
  return steps;
}

/** Ends the current phase: the next one's items apply, or the schedule is complete. */
function endPhase(world: World, schedule: Stripe.SubscriptionSchedule): void {
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

/** Returns the phase's prices on the existing items, so that their ids stay. */
function itemsOf(world: World, subscription: Stripe.Subscription, phase: Stripe.SubscriptionSchedule.Phase): Stripe.SubscriptionItem[] {
  const { start, end } = currentPeriod(subscription);
  return phase.items.map((entry, index) => {
    const price = world.store.must('prices', idOf(entry.price) ?? '');
    const old = subscription.items.data[index];
    if (!old) return buildItem(world, subscription.id, price, entry.quantity ?? 1, start, end);
    return { ...structuredClone(old), price, plan: planOf(price), quantity: entry.quantity ?? 1 };
  });
}

/** The renewal due at the same time bills the new items, and its event includes them. */
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
