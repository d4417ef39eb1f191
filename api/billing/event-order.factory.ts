import { expect } from 'vitest';
import type { Person } from '#api/testing/test-api.ts';
import { processEvents } from '#domain/billing/events/stripe-event.commands.ts';
import { useBilling } from './billing-stack.factory.ts';
import { useKills } from './killed-billing.factory.ts';

/** The events of a new plan. */
export const SET = [
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'invoice.paid',
] as const;
export const TIMES = 5;

/** The state that a new plan reaches, whatever the order of its events. */
export const EXPECTED = {
  held: { balance: 1400, purchased: 0, monthly: 1400, status: 'active', plan: 'premium_monthly', lots: 0, mails: ['receipt'], notices: 1 },
  orders: [{ status: 'fulfilled', stripe_payment_status: 'paid', review_reason: null }],
  plans: [{ status: 'active', package_id: 'premium_monthly', cancel_at_period_end: false, next_package_id: null, ended_at: null }],
  payments: [{ reason: 'subscription_create', amount_cents: 5000, status: 'paid', refunded_cents: 0 }],
  // the free plan's grants came earlier
  grants: [
    { source: 'daily', amount: 500, remaining: 500 },
    { source: 'monthly', amount: 4_000, remaining: 4_000 },
    { source: 'monthly', amount: 140_000, remaining: 140_000 },
  ],
};

/** Creates new plans whose events are delivered manually; call it once at the top of a test file. */
export function useHeldEvents() {
  const billing = useBilling();
  const { killAfter } = useKills(billing);

  /** Creates a user who has paid for a plan; its events are held back. */
  async function paidPlan(): Promise<{ person: Person; session: string; events: Record<string, string>; rest: string[] }> {
    await billing.control('PUT', 'delivery', { mode: 'hold' });
    const known = new Set((await billing.events()).map(({ id }) => id));
    const person = await billing.someone();
    const { session_id: session } = await billing.checkout(person, 'premium_monthly');
    await billing.pay(session);
    const fresh = (await billing.events()).filter(({ id }) => !known.has(id));
    const events = Object.fromEntries(SET.map((type) => [type, fresh.find((event) => event.type === type)!.id]));
    return { person, session, events, rest: fresh.map(({ id }) => id).filter((id) => !Object.values(events).includes(id)) };
  }

  /** Returns everything that a purchase creates, without ids and times. */
  async function stateOf(person: Person) {
    const knex = billing.knex();
    const of = { account_id: person.userId };
    const pick = (rows: readonly Record<string, unknown>[], ...names: string[]) =>
      rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));
    const held = await billing.holdings(person);
    return {
      held: { ...held, mails: held.mails.toSorted() },
      orders: pick(await knex('billing_order').where(of), 'status', 'stripe_payment_status', 'review_reason'),
      plans: pick(await knex('subscription').where(of), 'status', 'package_id', 'cancel_at_period_end', 'next_package_id', 'ended_at'),
      payments: pick(await knex('billing_payment').where(of), 'reason', 'amount_cents', 'status', 'refunded_cents'),
      grants: pick(
        await knex('token_lot').where({ owner_kind: 'user', owner_id: person.userId }).orderBy('amount'),
        'source',
        'amount',
        'remaining',
      ),
    };
  }

  /**
   * Delivers a new plan's events in this order, each five times, and crashes during each: `at` selects the lasting changes after which it
   * crashes.
   */
  async function deliverIn(order: readonly (typeof SET)[number][], at: number): Promise<void> {
    const { person, events, rest } = await paidPlan();
    for (const [index, type] of order.entries()) {
      const { delivered } = await billing.control('POST', 'deliver', { event_ids: Array.from({ length: TIMES }, () => events[type]) });
      expect(delivered.map(({ status }: { status: number }) => status)).toEqual(Array.from({ length: TIMES }, () => 200));
      // after a different lasting change for every order and every event
      await killAfter(1 + ((at + index) % 4), processEvents);
      await billing.work();
    }
    await billing.control('POST', 'deliver', { event_ids: rest, order: 'shuffle', seed: String(at) });
    await billing.work();
    expect(await stateOf(person)).toEqual(EXPECTED);
    const left = await billing.knex()('stripe_event').whereIn('event_id', Object.values(events)).select('state');
    expect(left).toEqual(SET.map(() => ({ state: 'done' })));
  }

  return { billing, killAfter, paidPlan, stateOf, deliverIn };
}
