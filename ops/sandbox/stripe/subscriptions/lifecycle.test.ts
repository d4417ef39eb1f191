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
const { advance } = stack;
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
  it('renews on its day; months end where they end', async () => {
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

  it('past due is active again when a retry meets a better card', async () => {
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
});

describe('a trial', () => {
  const startTrial = (form: Record<string, string> = {}) =>
    subscribe(yearly, form, { payment_method_collection: 'if_required', subscription_data: TRIAL });

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
