import type Stripe from 'stripe';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makePrice, pressPay, subscribeTo } from '../testing/stripe-stack.ts';
import { useStripeStack } from '../testing/use-stripe-stack.ts';

const DAY_S = 86_400;
const TRIAL = {
  trial_period_days: 7,
  trial_settings: { end_behavior: { missing_payment_method: 'cancel' as const } },
  metadata: { order_id: 'order_2' },
};

const stack = useStripeStack();
const { types, advance } = stack;
let stripe: Stripe;
let customer: Stripe.Customer;
let monthly: Stripe.Price;
let yearly: Stripe.Price;
beforeAll(() => {
  ({ stripe } = stack);
});
beforeEach(async () => {
  monthly = await makePrice(stripe, 3000);
  yearly = await makePrice(stripe, 30_000, { recurring: { interval: 'year' } });
  customer = await stripe.customers.create({ email: 'ada@example.com' });
  await stack.delivered();
  stack.received.length = 0;
});

const clockAt = async (to: string) => stack.control('PUT', 'clock', { to, freeze: true });

async function subscribe(price: Stripe.Price, form: Record<string, string> = {}, more: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const session = await subscribeTo(stripe, price, customer.id, more);
  expect((await pressPay(session, form)).status).toBe(303);
  const { subscription } = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] });
  return subscription as Stripe.Subscription;
}

const itemOf = (subscription: Stripe.Subscription): Stripe.SubscriptionItem => subscription.items.data[0]!;
const invoicesOf = async (subscription: string) => (await stripe.invoices.list({ subscription, limit: 100 })).data.toReversed();

describe('a subscription', () => {
  it('begins with a paid invoice, in the shapes of this version', async () => {
    const subscription = await subscribe(monthly, {}, { subscription_data: { metadata: { order_id: 'order_1' } } });
    expect(subscription).toMatchObject({ status: 'active', metadata: { order_id: 'order_1' }, customer: customer.id });
    expect(subscription).not.toHaveProperty('current_period_end');
    const { current_period_start: start, current_period_end: end } = itemOf(subscription);
    expect(end - start).toBeGreaterThanOrEqual(28 * DAY_S);

    const invoice = await stripe.invoices.retrieve(subscription.latest_invoice as string, { expand: ['payments'] });
    expect(invoice).toMatchObject({
      status: 'paid',
      billing_reason: 'subscription_create',
      amount_paid: 3000,
      parent: { subscription_details: { subscription: subscription.id } },
    });
    expect(invoice).not.toHaveProperty('subscription');
    expect(invoice).not.toHaveProperty('payment_intent');
    expect(invoice.lines.data).toMatchObject([
      { amount: 3000, period: { start, end }, parent: { subscription_item_details: { subscription: subscription.id, proration: false } } },
    ]);
    const payments = await stripe.invoicePayments.list({ invoice: invoice.id, expand: ['data.payment.payment_intent'] });
    expect(payments.data).toMatchObject([
      { status: 'paid', amount_paid: 3000, payment: { type: 'payment_intent', payment_intent: { status: 'succeeded' } } },
    ]);

    await stack.delivered();
    const main = types().filter((type) => /^(customer.subscription|invoice.paid|checkout)/.test(type));
    expect(main).toEqual(['customer.subscription.created', 'invoice.paid', 'customer.subscription.updated', 'checkout.session.completed']);
  });

  it('renews on its day; months end on their last day', async () => {
    await clockAt('2027-01-31T10:00:00Z');
    const { id } = await subscribe(monthly);
    await clockAt('2027-03-31T10:00:01Z');
    const invoices = await invoicesOf(id);
    expect(
      invoices.map((invoice) => [invoice.billing_reason, invoice.status, new Date(invoice.created * 1000).toISOString().slice(0, 10)]),
    ).toEqual([
      ['subscription_create', 'paid', '2027-01-31'],
      ['subscription_cycle', 'paid', '2027-02-28'],
      ['subscription_cycle', 'paid', '2027-03-31'],
    ]);
    const { current_period_end: end } = itemOf(await stripe.subscriptions.retrieve(id));
    expect(new Date(end * 1000).toISOString().slice(0, 10)).toBe('2027-04-30');
    await stack.delivered();
    const cycles = stack.received.map(({ event }) => event).filter((event) => event.type === 'invoice.paid');
    expect(cycles.map((event) => (event.data.object as Stripe.Invoice).billing_reason)).toEqual([
      'subscription_create',
      'subscription_cycle',
      'subscription_cycle',
    ]);
    expect(cycles[1]?.created).toBe(Date.parse('2027-02-28T10:00:00Z') / 1000);
  });

  it('can show the hour between a new period and its charge, in which nothing is paid', async () => {
    await stack.control('PUT', 'renewals', { draft_s: 3600 });
    await clockAt('2027-04-01T00:00:00Z');
    const { id } = await subscribe(monthly);
    await clockAt('2027-05-01T00:30:00Z');
    expect((await invoicesOf(id)).at(-1)).toMatchObject({ status: 'draft', billing_reason: 'subscription_cycle', number: null });
    expect(itemOf(await stripe.subscriptions.retrieve(id)).current_period_start).toBe(Date.parse('2027-05-01T00:00:00Z') / 1000);
    await clockAt('2027-05-01T01:00:00Z');
    expect((await invoicesOf(id)).at(-1)).toMatchObject({ status: 'paid', amount_paid: 3000 });
  });

  it('whose renewals fail is past due, retried three times, then ended', async () => {
    const { id } = await subscribe(monthly, { card: '4000 0000 0000 0341' });
    await advance(32 * DAY_S);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('past_due');
    expect((await invoicesOf(id)).at(-1)).toMatchObject({ status: 'open', attempt_count: 1, amount_remaining: 3000 });
    await advance(4 * DAY_S);
    expect((await invoicesOf(id)).at(-1)).toMatchObject({ attempt_count: 3 });
    await advance(2 * DAY_S);
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    });
    await stack.delivered();
    expect(types().filter((type) => type === 'invoice.payment_failed')).toHaveLength(4);
    expect(types()).toContain('customer.subscription.deleted');
  });

  it('past due is active again when a retry meets a valid card', async () => {
    const { id } = await subscribe(monthly, { card: '4000 0000 0000 0341' });
    await advance(32 * DAY_S);
    const portal = await stripe.billingPortal.sessions.create({ customer: customer.id, return_url: 'http://127.0.0.1:3000/billing' });
    await fetch(portal.url, {
      method: 'POST',
      body: new URLSearchParams({ action: 'card', card: '4242424242424242' }),
      redirect: 'manual',
    });
    await advance(3 * DAY_S);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
    expect((await invoicesOf(id)).at(-1)).toMatchObject({ status: 'paid', attempt_count: 2 });
  });

  it('cancelled at the period’s end runs until then; resumed it continues', async () => {
    const first = await subscribe(monthly);
    const leaving = await stripe.subscriptions.update(first.id, { cancel_at_period_end: true });
    expect(leaving).toMatchObject({ status: 'active', cancel_at_period_end: true, cancel_at: itemOf(first).current_period_end });
    const staying = await stripe.subscriptions.update(first.id, { cancel_at_period_end: false });
    expect(staying).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null });
    await stripe.subscriptions.update(first.id, { cancel_at_period_end: true });
    await advance(32 * DAY_S);
    expect((await stripe.subscriptions.retrieve(first.id)).status).toBe('canceled');
    expect(await invoicesOf(first.id)).toHaveLength(1);
    await expect(stripe.subscriptions.update(first.id, { cancel_at_period_end: false })).rejects.toThrow('canceled subscription');
    await expect(stripe.subscriptions.cancel(first.id)).rejects.toMatchObject({ statusCode: 404 });
    await stack.delivered();
    const updated = stack.received.find(
      ({ event }) => event.type === 'customer.subscription.updated' && (event.data.object as Stripe.Subscription).cancel_at_period_end,
    );
    expect(updated?.event.data.previous_attributes).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
  });

  it('paid by bank debit is active while the money is on its way, and past due if it does not arrive', async () => {
    const session = await subscribeTo(stripe, monthly, customer.id);
    await pressPay(session, { method: 'bank' });
    const known = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] });
    expect(known).toMatchObject({ status: 'complete', payment_status: 'unpaid', subscription: { status: 'active' } });
    await stack.control('POST', 'async', { session: session.id, outcome: 'failed' });
    const after = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] });
    expect(after).toMatchObject({ payment_status: 'unpaid', subscription: { status: 'past_due' } });
  });
});

describe('a trial', () => {
  const startTrial = (form: Record<string, string> = {}) =>
    subscribe(yearly, form, { payment_method_collection: 'if_required', subscription_data: TRIAL });

  it('needs no card, costs nothing, warns three days before, and ends canceled', async () => {
    const session = await subscribeTo(stripe, yearly, customer.id, { payment_method_collection: 'if_required', subscription_data: TRIAL });
    expect(session).toMatchObject({ amount_total: 0, payment_method_collection: 'if_required' });
    const html = await (await fetch(session.url ?? '')).text();
    expect(html).toContain('7 days free, then $300.00 per year');
    expect(html).toContain('>Start trial</button>');
    await pressPay(session);
    const known = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription', 'subscription.latest_invoice'] });
    expect(known).toMatchObject({
      status: 'complete',
      payment_status: 'no_payment_required',
      subscription: {
        status: 'trialing',
        default_payment_method: null,
        metadata: { order_id: 'order_2' },
        latest_invoice: { amount_paid: 0, status: 'paid' },
      },
    });
    const { id } = known.subscription as Stripe.Subscription;
    await advance(4 * DAY_S + 1);
    await stack.delivered();
    expect(types().filter((type) => type === 'customer.subscription.trial_will_end')).toHaveLength(1);
    await advance(3 * DAY_S);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('canceled');
    await stack.delivered();
    expect(types()).toContain('customer.subscription.deleted');
    expect(await invoicesOf(id)).toHaveLength(1);
  });

  it('with a card becomes a paid year', async () => {
    const { id } = await startTrial({ method: 'card' });
    await advance(7 * DAY_S + 1);
    const subscription = await stripe.subscriptions.retrieve(id);
    expect(subscription.status).toBe('active');
    const { current_period_start: start, current_period_end: end } = itemOf(subscription);
    expect(Math.round((end - start) / DAY_S)).toBeGreaterThanOrEqual(365);
    expect((await invoicesOf(id)).map((invoice) => [invoice.billing_reason, invoice.amount_paid])).toEqual([
      ['subscription_create', 0],
      ['subscription_cycle', 30_000],
    ]);
    await stack.delivered();
    const updated = stack.received.filter(({ event }) => event.type === 'customer.subscription.updated');
    expect(updated.at(-1)?.event.data.previous_attributes).toMatchObject({ status: 'trialing' });
  });

  it('with a card added in the portal continues', async () => {
    const { id } = await startTrial();
    const portal = await stripe.billingPortal.sessions.create({ customer: customer.id, return_url: 'http://127.0.0.1:3000/billing' });
    const page = await (await fetch(portal.url)).text();
    expect(page).toContain('trial until');
    expect(page).toContain('<a href="http://127.0.0.1:3000/billing">Go back</a>');
    await fetch(portal.url, {
      method: 'POST',
      body: new URLSearchParams({ action: 'card', card: '4242 4242 4242 4242' }),
      redirect: 'manual',
    });
    await advance(7 * DAY_S + 1);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
  });

  it('without a card pauses when that was agreed, and can end by request', async () => {
    const pausing = { ...TRIAL, trial_settings: { end_behavior: { missing_payment_method: 'pause' as const } } };
    const { id } = await subscribe(yearly, {}, { payment_method_collection: 'if_required', subscription_data: pausing });
    await stripe.subscriptions.update(id, { trial_end: 'now' });
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('paused');
  });
});

describe('a customer that is deleted', () => {
  it('ends its subscriptions, and is reported as deleted', async () => {
    const { id } = await subscribe(monthly);
    expect(await stripe.customers.del(customer.id)).toEqual(expect.objectContaining({ deleted: true }));
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('canceled');
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true });
    await expect(subscribeTo(stripe, monthly, customer.id)).rejects.toThrow('No such customer');
  });
});

describe('a test clock', () => {
  it('moves its own customers only', async () => {
    const frozen = Date.parse('2027-01-31T00:00:00Z') / 1000;
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: frozen });
    const other = await subscribe(monthly);
    customer = await stripe.customers.create({ test_clock: clock.id, email: 'clock@example.com' });
    const { id, created } = await subscribe(monthly, {}, { expires_at: frozen + 3600 });
    expect(created).toBe(frozen);
    expect(await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: Date.parse('2027-03-01T00:00:00Z') / 1000 })).toMatchObject(
      { status: 'ready' },
    );
    expect(await invoicesOf(id)).toHaveLength(2);
    expect(await invoicesOf(other.id)).toHaveLength(1);
  });
});
