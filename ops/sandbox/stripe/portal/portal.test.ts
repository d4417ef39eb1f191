import type Stripe from 'stripe';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makePrice, pressPay, subscribeTo } from '../testing/stripe-stack.ts';
import { useStripeStack } from '../testing/use-stripe-stack.ts';

const RETURN_URL = 'http://127.0.0.1:3000/billing';

const stack = useStripeStack();
let stripe: Stripe;
let customer: Stripe.Customer;
let subscription: string;
beforeAll(() => {
  ({ stripe } = stack);
});
beforeEach(async () => {
  customer = await stripe.customers.create({ email: 'ada@example.com' });
  const session = await subscribeTo(stripe, await makePrice(stripe, 3000), customer.id);
  await pressPay(session);
  subscription = (await stripe.checkout.sessions.retrieve(session.id)).subscription as string;
});

async function open(more: Partial<Stripe.BillingPortal.SessionCreateParams> = {}) {
  const { url } = await stripe.billingPortal.sessions.create({ customer: customer.id, return_url: RETURN_URL, ...more });
  return url;
}
const read = async (url: string): Promise<string> => (await fetch(url)).text();
const press = (url: string, form: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

describe('the customer portal', () => {
  it('shows the plan, the card and the invoices, with the way back', async () => {
    const page = await read(await open());
    expect(page).toContain('Plan for 3000</strong>: active, renews on');
    expect(page).toContain('Card ending in 4242');
    expect(page).toMatch(/-0001, [^<]+: paid<\/td><td>\$30\.00/);
    expect(page).toContain(`<a href="${RETURN_URL}">Go back</a>`);
  });

  it('cancels at the period’s end, and reverts it', async () => {
    const url = await open();
    expect((await press(url, { action: 'cancel', id: subscription })).status).toBe(303);
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({ cancel_at_period_end: true, status: 'active' });
    expect(await read(url)).toContain('Keep Plan for 3000');
    await press(url, { action: 'resume', id: subscription });
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({ cancel_at_period_end: false });
  });

  it('accepts a new card for everything, but not a declined one', async () => {
    const url = await open();
    expect(await (await press(url, { action: 'card', card: '4000000000000002' })).text()).toContain('Your card was declined.');
    await press(url, { action: 'card', card: '5555555555554444' });
    const { default_payment_method: method } = await stripe.subscriptions.retrieve(subscription, { expand: ['default_payment_method'] });
    expect(method).toMatchObject({ card: { brand: 'mastercard', last4: '4444' } });
  });

  it('does only what its configuration allows, and nothing for other customers', async () => {
    const { id: configuration } = await stripe.billingPortal.configurations.create({
      features: { invoice_history: { enabled: true }, subscription_cancel: { enabled: false }, subscription_update: { enabled: false } },
    });
    const url = await open({ configuration });
    const page = await read(url);
    expect(page).not.toContain('New card number');
    expect(page).not.toContain('Cancel Plan');
    expect(await (await press(url, { action: 'cancel', id: subscription })).text()).toContain('can’t be done here');
    customer = await stripe.customers.create({ email: 'eve@example.com' });
    expect(await (await press(await open(), { action: 'cancel', id: subscription })).text()).toContain('can’t be done here');
    expect((await stripe.subscriptions.retrieve(subscription)).cancel_at_period_end).toBe(false);
  });

  it('invalidates its link after an hour', async () => {
    const url = await open();
    await stack.control('PUT', 'clock', { advance_s: 3700 });
    expect((await fetch(url)).status).toBe(404);
  });
});
