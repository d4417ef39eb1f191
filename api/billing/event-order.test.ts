import { describe, expect, it } from 'vitest';
import { processEvents } from '#domain/billing/events/process-events.command.ts';
import type { Person } from '#api/testing/test-api.ts';
import { useBilling } from './billing-stack.factory.ts';
import { useKills } from './killed-billing.factory.ts';

const billing = useBilling();
const { killAfter } = useKills(billing);

const SET = ['checkout.session.completed', 'customer.subscription.created', 'customer.subscription.updated', 'invoice.paid'] as const;
const TIMES = 5;

/** Orders in which every three of the events occur in each of their six orders. */
const ORDERS = [
  [0, 1, 2, 3],
  [0, 3, 2, 1],
  [1, 3, 0, 2],
  [2, 1, 0, 3],
  [2, 3, 0, 1],
  [3, 1, 2, 0],
].map((order) => order.map((place) => SET[place]!));

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
  const pick = (rows: any[], ...names: string[]) => rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));
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

const EXPECTED = {
  held: { balance: 1400, purchased: 0, monthly: 1400, status: 'active', plan: 'premium_monthly', lots: 0, mails: ['receipt'], notices: 1 },
  orders: [{ status: 'fulfilled', stripe_payment_status: 'paid', review_reason: null }],
  plans: [{ status: 'active', package_id: 'premium_monthly', cancel_at_period_end: false, next_package_id: null, ended_at: null }],
  payments: [{ reason: 'subscription_create', amount_cents: 5000, status: 'paid', refunded_cents: 0 }],
  // grants of the free plan came before
  grants: [
    { source: 'daily', amount: 500, remaining: 500 },
    { source: 'monthly', amount: 4_000, remaining: 4_000 },
    { source: 'monthly', amount: 140_000, remaining: 140_000 },
  ],
};

describe('the events of a new plan', () => {
  it.each(ORDERS.map((order, at) => [order.map((type) => type.split('.').slice(-2).join('.')).join(', '), order, at] as const))(
    'in the order %s, each five times, with a crash in each: the same state, one grant',
    async (_, order, at) => {
      const { person, events, rest } = await paidPlan();
      for (const [index, type] of order.entries()) {
        const { delivered } = await billing.control('POST', 'deliver', { event_ids: Array.from({ length: TIMES }, () => events[type]) });
        expect(delivered.map(({ status }: { status: number }) => status)).toEqual(Array.from({ length: TIMES }, () => 200));
        // after another lasting change for every order and every event
        await killAfter(1 + ((at + index) % 4), processEvents);
        await billing.work();
      }
      await billing.control('POST', 'deliver', { event_ids: rest, order: 'shuffle', seed: String(at) });
      await billing.work();
      expect(await stateOf(person)).toEqual(EXPECTED);
      const left = await billing.knex()('stripe_event').whereIn('event_id', Object.values(events)).select('state');
      expect(left).toEqual(SET.map(() => ({ state: 'done' })));
    },
  );

  it('all at once, delivered five times in shuffled order to three workers', async () => {
    const { person, events, rest } = await paidPlan();
    const all = [...Object.values(events), ...rest];
    for (let round = 0; round < TIMES; round += 1)
      await billing.control('POST', 'deliver', { event_ids: all, order: 'shuffle', seed: String(round) });
    await Promise.all([processEvents(), processEvents(), processEvents()]);
    await billing.work();
    expect(await stateOf(person)).toEqual(EXPECTED);
  });

  it('a crash between any two statements of the fulfilment leaves all of it or nothing', async () => {
    for (let change = 1, isDead = true; isDead; change += 1) {
      const { person, events } = await paidPlan();
      await billing.control('POST', 'deliver', { event_ids: [events['checkout.session.completed']] });
      isDead = await killAfter(change, processEvents);
      const order = await billing.knex()('billing_order').where({ account_id: person.userId }).first('fulfilled_at');
      const traces = await Promise.all(
        ['subscription', 'billing_payment', 'notification'].map((table) => billing.knex()(table).where({ account_id: person.userId })),
      );
      expect(traces.map(({ length }) => length)).toEqual(order!.fulfilled_at ? [1, 1, 1] : [0, 0, 0]);
      await billing.work();
      expect(await stateOf(person)).toEqual(EXPECTED);
      // there is more than one to crash after
      expect(isDead || change > 3).toBe(true);
    }
  });
});

describe('an event that comes late', () => {
  it('does not revive a plan that has ended', async () => {
    const { person, events } = await paidPlan();
    await billing.control('POST', 'deliver', { event_ids: [events['checkout.session.completed']] });
    await billing.work();
    const { stripe } = await import('#domain/vendors/stripe/stripe.client.ts');
    const row = await billing.knex()('subscription').where({ account_id: person.userId }).first();
    const stale = await stripe().subscriptions.retrieve(row!.stripe_subscription_id!);
    await stripe().subscriptions.cancel(row!.stripe_subscription_id!, { prorate: false });
    const [deleted] = await billing.events({ object: row!.stripe_subscription_id!, type: 'customer.subscription.deleted' });
    await billing.control('POST', 'deliver', { event_ids: [deleted!.id] });
    await billing.work();
    expect((await billing.holdings(person)).status).toBe('free');
    // `updated (active)`, signed and new, after it
    await billing.control('POST', 'deliver', { event_ids: [events['customer.subscription.updated'], events['invoice.paid']] });
    await billing.work();
    const { transact } = await import('#domain/platform/database.ts');
    const { writeSubscription } = await import('#domain/billing/subscriptions/write-subscription.ts');
    await transact((trx) =>
      writeSubscription(trx, { accountId: person.userId, subscription: stale, stamp: new Date(Date.now() + 60_000) }),
    );
    expect(await billing.knex()('subscription').where({ id: row!.id }).first('status')).toEqual({ status: 'canceled' });
    expect((await billing.holdings(person)).status).toBe('free');
  });

  it('fetched earlier than what is written changes nothing', async () => {
    const { person, events } = await paidPlan();
    await billing.control('POST', 'deliver', { event_ids: [events['checkout.session.completed']] });
    await billing.work();
    const { stripe } = await import('#domain/vendors/stripe/stripe.client.ts');
    const row = await billing.knex()('subscription').where({ account_id: person.userId }).first();
    const fetched = {
      subscription: await stripe().subscriptions.retrieve(row!.stripe_subscription_id!),
      stamp: new Date(row!.synced_at.getTime() - 1),
    };
    await billing.as(person).post('/api/subscription/cancel');
    const { transact } = await import('#domain/platform/database.ts');
    const { writeSubscription } = await import('#domain/billing/subscriptions/write-subscription.ts');
    await transact((trx) => writeSubscription(trx, { accountId: person.userId, ...fetched }));
    expect((await billing.as(person).get('/api/subscription')).json.cancel_at_period_end).toBe(true);
  });
});
