import type Stripe from 'stripe';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makePrice, pressPay, subscribeTo } from '../testing/stripe-stack.ts';
import { useStripeStack } from '../testing/use-stripe-stack.ts';

const stack = useStripeStack();
let stripe: Stripe;
let customer: Stripe.Customer;
let monthly: Stripe.Price;
beforeAll(() => {
  ({ stripe } = stack);
});
beforeEach(async () => {
  monthly = await makePrice(stripe, 3000);
  customer = await stripe.customers.create({ email: 'ada@example.com' });
  await stack.delivered();
  stack.received.length = 0;
});

const clockAt = async (to: string) => stack.control('PUT', 'clock', { to, freeze: true });

async function subscribe(price: Stripe.Price, more: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const session = await subscribeTo(stripe, price, customer.id, more);
  expect((await pressPay(session)).status).toBe(303);
  const { subscription } = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] });
  return subscription as Stripe.Subscription;
}

const itemOf = (subscription: Stripe.Subscription): Stripe.SubscriptionItem => subscription.items.data[0]!;
const invoicesOf = async (subscription: string) => (await stripe.invoices.list({ subscription, limit: 100 })).data.toReversed();

describe('a subscription', () => {
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
});

describe('a test clock', () => {
  it('moves its own customers only', async () => {
    const frozen = Date.parse('2027-01-31T00:00:00Z') / 1000;
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: frozen });
    const other = await subscribe(monthly);
    customer = await stripe.customers.create({ test_clock: clock.id, email: 'clock@example.com' });
    const { id, created } = await subscribe(monthly, { expires_at: frozen + 3600 });
    expect(created).toBe(frozen);
    expect(await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: Date.parse('2027-03-01T00:00:00Z') / 1000 })).toMatchObject(
      { status: 'ready' },
    );
    expect(await invoicesOf(id)).toHaveLength(2);
    expect(await invoicesOf(other.id)).toHaveLength(1);
  });
});
