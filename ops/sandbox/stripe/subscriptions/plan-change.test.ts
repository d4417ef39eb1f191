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
  it('costs the previewed amount, at the previewed moment, and is billed at once', async () => {
    const subscription = await subscribe(standard);
    await advance(15 * DAY_S);
    const { now } = await stack.control('GET', 'clock');
    const items = [{ id: itemOf(subscription).id, price: premium.id }];
    const preview = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { items, proration_behavior: 'always_invoice', proration_date: now },
    });
    expect(preview).toMatchObject({ status: 'draft', amount_due: 1000, billing_reason: 'subscription_update' });
    expect(preview.lines.data.map(({ amount }) => amount)).toEqual([-1500, 2500]);
    expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1);

    await advance(60);
    const upgraded = await upgrade(subscription, premium, { proration_date: now });
    expect(itemOf(upgraded)).toMatchObject({
      id: itemOf(subscription).id,
      price: { id: premium.id },
      current_period_end: itemOf(subscription).current_period_end,
    });
    expect(upgraded.pending_update).toBeNull();
    const invoice = await stripe.invoices.retrieve(upgraded.latest_invoice as string);
    expect(invoice).toMatchObject({ status: 'paid', amount_paid: 1000, billing_reason: 'subscription_update' });
    await stack.delivered();
    expect(types().slice(-7)).toContain('customer.subscription.updated');
  });

  it('to another interval begins a new period, with credit for the old one', async () => {
    const yearly = await makePrice(stripe, 30_000, { recurring: { interval: 'year' } });
    const subscription = await subscribe(standard);
    await advance(15 * DAY_S);
    const upgraded = await upgrade(subscription, yearly);
    const invoice = await stripe.invoices.retrieve(upgraded.latest_invoice as string);
    expect(invoice.amount_paid).toBe(28_500);
    expect(itemOf(upgraded).current_period_start).toBe(itemOf(subscription).current_period_start + 15 * DAY_S);
    await advance(366 * DAY_S);
    expect((await stripe.invoices.list({ subscription: subscription.id })).data[0]).toMatchObject({
      billing_reason: 'subscription_cycle',
      amount_paid: 30_000,
    });
  });

  it('whose payment fails waits, and applies when the invoice is paid', async () => {
    const subscription = await subscribe(standard, '4000000000000341');
    await advance(15 * DAY_S);
    const waiting = await upgrade(subscription, premium);
    expect(itemOf(waiting).price.id).toBe(standard.id);
    expect(waiting.pending_update?.subscription_items?.[0]?.price.id).toBe(premium.id);
    const invoice = await stripe.invoices.retrieve(waiting.latest_invoice as string);
    expect(invoice.status).toBe('open');
    await fetch(invoice.hosted_invoice_url ?? '', {
      method: 'POST',
      body: new URLSearchParams({ card: '4242424242424242' }),
      redirect: 'manual',
    });
    const applied = await stripe.subscriptions.retrieve(subscription.id);
    expect(itemOf(applied).price.id).toBe(premium.id);
    expect(applied.pending_update).toBeNull();
    await stack.delivered();
    expect(types()).toEqual(expect.arrayContaining(['invoice.payment_failed', 'customer.subscription.pending_update_applied']));
  });

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

  it('replaces a waiting one, whose invoice is void', async () => {
    const subscription = await subscribe(standard, '4000000000000341');
    const dear = await makePrice(stripe, 24_000, { recurring: { interval: 'month' } });
    const first = await upgrade(subscription, premium);
    const second = await upgrade(subscription, dear);
    expect(second.pending_update?.subscription_items?.[0]?.price.id).toBe(dear.id);
    expect((await stripe.invoices.retrieve(first.latest_invoice as string)).status).toBe('void');
    expect((await stripe.invoices.retrieve(second.latest_invoice as string)).status).toBe('open');
  });

  it('is refused like Stripe refuses it', async () => {
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

  it('without a decision about prorations puts them on the next invoice', async () => {
    const subscription = await subscribe(standard);
    await advance(15 * DAY_S);
    await stripe.subscriptions.update(subscription.id, { items: [{ id: itemOf(subscription).id, price: premium.id }] });
    await advance(16 * DAY_S);
    const [latest] = (await stripe.invoices.list({ subscription: subscription.id })).data;
    expect(latest).toMatchObject({ billing_reason: 'subscription_cycle', amount_paid: 6000 });
  });

  it('back down with always_invoice leaves credit that the next invoice uses up', async () => {
    const subscription = await subscribe(premium);
    await advance(15 * DAY_S);
    await upgrade(subscription, standard);
    expect((await stripe.customers.retrieve(customer.id)) as Stripe.Customer).toMatchObject({ balance: -1000 });
    await advance(16 * DAY_S);
    expect((await stripe.invoices.list({ subscription: subscription.id })).data[0]).toMatchObject({ total: 3000, amount_paid: 2000 });
    expect((await stripe.customers.retrieve(customer.id)) as Stripe.Customer).toMatchObject({ balance: 0 });
    const moves = async () => (await stripe.customers.listBalanceTransactions(customer.id)).data.map(({ type, amount }) => [type, amount]);
    expect(await moves()).toEqual([
      ['applied_to_invoice', 1000],
      ['applied_to_invoice', -1000],
    ]);
    const given = { amount: -300, currency: 'usd', metadata: { because: 'sorry' } };
    const move = await stripe.customers.createBalanceTransaction(customer.id, given);
    expect(move).toMatchObject({ ...given, type: 'adjustment', ending_balance: -300 });
    expect(await moves()).toHaveLength(3);
    await expect(stripe.customers.createBalanceTransaction(customer.id, { amount: 0, currency: 'usd' })).rejects.toMatchObject({
      param: 'amount',
    });
  });
});

describe('a downgrade by schedule', () => {
  async function plan(subscription: Stripe.Subscription) {
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
    const [running] = schedule.phases;
    return stripe.subscriptionSchedules.update(schedule.id, {
      end_behavior: 'release',
      phases: [
        { items: [{ price: premium.id, quantity: 1 }], start_date: running!.start_date, end_date: running!.end_date },
        { items: [{ price: standard.id, quantity: 1 }], duration: { interval: 'month' } },
      ],
    });
  }

  it('starts with the next period, and the subscription continues', async () => {
    const subscription = await subscribe(premium);
    const schedule = await plan(subscription);
    expect(schedule).toMatchObject({ status: 'active', subscription: subscription.id });
    expect(schedule.phases.map(({ items }) => items[0]?.price)).toEqual([premium.id, standard.id]);
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ schedule: schedule.id });
    await expect(stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })).rejects.toThrow(
      'managed by the subscription schedule',
    );
    await advance(31 * DAY_S);
    const after = await stripe.subscriptions.retrieve(subscription.id);
    expect(itemOf(after)).toMatchObject({ price: { id: standard.id } });
    expect((await stripe.invoices.list({ subscription: subscription.id })).data[0]).toMatchObject({
      billing_reason: 'subscription_cycle',
      amount_paid: 3000,
    });
    await advance(31 * DAY_S);
    expect(await stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({
      status: 'released',
      released_subscription: subscription.id,
    });
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'active', schedule: null });
  });

  it('can be reverted by releasing the schedule', async () => {
    const subscription = await subscribe(premium);
    const schedule = await plan(subscription);
    expect(await stripe.subscriptionSchedules.release(schedule.id)).toMatchObject({ status: 'released', subscription: null });
    await advance(31 * DAY_S);
    expect(itemOf(await stripe.subscriptions.retrieve(subscription.id)).price.id).toBe(premium.id);
    await expect(stripe.subscriptionSchedules.release(schedule.id)).rejects.toThrow('`released` status');
  });

  it('must begin where the current phase begins', async () => {
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
