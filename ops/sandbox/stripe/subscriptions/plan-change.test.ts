import type Stripe from 'stripe';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makePrice, pressPay, subscribeTo } from '../testing/stripe-stack.ts';
import { useStripeStack } from '../testing/use-stripe-stack.ts';

const DAY_S = 86_400;

const stack = useStripeStack();
const { types, advance } = stack;
let stripe: Stripe;
let customer: Stripe.Customer;
let standard: Stripe.Price;
let premium: Stripe.Price;
beforeAll(() => {
  ({ stripe } = stack);
});
beforeEach(async () => {
  await stack.control('PUT', 'clock', { to: '2027-04-01T00:00:00Z', freeze: true });
  standard = await makePrice(stripe, 3000);
  premium = await makePrice(stripe, 5000);
  customer = await stripe.customers.create({ email: 'ada@example.com' });
  await stack.delivered();
  stack.received.length = 0;
});

const itemOf = (subscription: Stripe.Subscription): Stripe.SubscriptionItem => subscription.items.data[0]!;

async function subscribe(price: Stripe.Price, card = '4242424242424242') {
  const session = await subscribeTo(stripe, price, customer.id);
  await pressPay(session, { card });
  return (await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] })).subscription as Stripe.Subscription;
}

const upgrade = (subscription: Stripe.Subscription, price: Stripe.Price, more: Stripe.SubscriptionUpdateParams = {}) =>
  stripe.subscriptions.update(subscription.id, {
    items: [{ id: itemOf(subscription).id, price: price.id }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
    ...more,
  });

describe('an upgrade', () => {
  it('that is never paid is forgotten after 23 hours, and its invoice void', async () => {
    const subscription = await subscribe(standard, '4000002760003184').catch(() => null);
    expect(subscription).toBeNull();
    const session = await subscribeTo(stripe, standard, customer.id);
    await pressPay(session, { card: '4000002760003184', authentication: 'passed' });
    const { subscription: started } = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] });
    const waiting = await upgrade(started as Stripe.Subscription, premium);
    expect(waiting.pending_update).not.toBeNull();
    await advance(DAY_S);
    expect((await stripe.subscriptions.retrieve(waiting.id)).pending_update).toBeNull();
    expect((await stripe.invoices.retrieve(waiting.latest_invoice as string)).status).toBe('void');
    await stack.delivered();
    expect(types()).toEqual(
      expect.arrayContaining(['invoice.payment_action_required', 'customer.subscription.pending_update_expired', 'invoice.voided']),
    );
  });

  it('takes the place of one that waits, whose invoice is void', async () => {
    const subscription = await subscribe(standard, '4000000000000341');
    const dear = await makePrice(stripe, 24_000, { recurring: { interval: 'month' } });
    const first = await upgrade(subscription, premium);
    const second = await upgrade(subscription, dear);
    expect(second.pending_update?.subscription_items?.[0]?.price.id).toBe(dear.id);
    expect((await stripe.invoices.retrieve(first.latest_invoice as string)).status).toBe('void');
    expect((await stripe.invoices.retrieve(second.latest_invoice as string)).status).toBe('open');
  });

  it('is refused with what Stripe refuses', async () => {
    const subscription = await subscribe(standard);
    await expect(upgrade(subscription, premium, { metadata: { a: 'b' } })).rejects.toMatchObject({ param: 'metadata' });
    await expect(upgrade(subscription, premium, { proration_date: 1 })).rejects.toThrow('proration_date');
    const once = await makePrice(stripe, 100, { recurring: undefined });
    await expect(upgrade(subscription, once)).rejects.toMatchObject({ param: 'items[0][price]' });
    await expect(stripe.subscriptions.update(subscription.id, { items: [{ id: 'si_none', price: premium.id }] })).rejects.toMatchObject({
      param: 'items[0][id]',
    });
    const failing = await subscribe(standard, '4000000000000341');
    await expect(upgrade(failing, premium, { payment_behavior: 'error_if_incomplete' })).rejects.toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
    });
  });
});

describe('a downgrade by schedule', () => {
  it('must begin where the running phase begins', async () => {
    const subscription = await subscribe(premium);
    const { id } = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
    await expect(
      stripe.subscriptionSchedules.update(id, { phases: [{ items: [{ price: premium.id }], start_date: 1, end_date: 2 }] }),
    ).rejects.toMatchObject({
      param: 'phases[0][start_date]',
    });
    await expect(stripe.subscriptionSchedules.create({ from_subscription: subscription.id })).rejects.toThrow(
      'already attached to a schedule',
    );
  });
});
