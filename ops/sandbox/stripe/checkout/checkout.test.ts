import type Stripe from 'stripe';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CANCEL_URL, makePrice, pressPay, SUCCESS_URL } from '../testing/stripe-stack.ts';
import { useStripeStack } from '../testing/use-stripe-stack.ts';

const stack = useStripeStack();
const { types } = stack;
let stripe: Stripe;
let customer: Stripe.Customer;
beforeAll(() => {
  ({ stripe } = stack);
});
beforeEach(async () => {
  customer = await stripe.customers.create({ email: 'ada@example.com', metadata: { user_id: 'u1' } });
  await stack.delivered();
  stack.received.length = 0;
});

const untilReceived = (type: string) => vi.waitFor(() => expect(types()).toContain(type), { timeout: 20_000 });

async function buyTokens(more: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const price = await makePrice(stripe, 999, { recurring: undefined });
  return stripe.checkout.sessions.create({
    mode: 'payment',
    customer: customer.id,
    client_reference_id: 'order_1',
    metadata: { order_id: 'order_1' },
    payment_intent_data: { metadata: { order_id: 'order_1' } },
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: SUCCESS_URL,
    cancel_url: CANCEL_URL,
    ...more,
  });
}

describe('a payment', () => {
  it('is completed on the page, and announced in Stripe’s order', async () => {
    const session = await buyTokens();
    expect(session.url).toBe(`${stack.sandbox.url}/c/pay/${session.id}`);
    const paid = await pressPay(session);
    expect(paid).toMatchObject({ status: 303, location: `http://127.0.0.1:3000/payment?session_id=${session.id}` });
    await untilReceived('checkout.session.completed');
    expect(types()).toEqual([
      'product.created',
      'price.created',
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'checkout.session.completed',
    ]);
  });

  it('shows its page as a person needs it', async () => {
    const session = await buyTokens({ customer: undefined });
    const html = await (await fetch(session.url ?? '')).text();
    expect(html).toContain('<title>Sandbox Checkout</title>');
    expect(html).toContain('Plan for 999');
    expect(html).toContain('>Pay $9.99</button>');
    expect(html).toContain('value="4242 4242 4242 4242"');
    expect(html).toContain(`<a href="${CANCEL_URL}">Cancel and go back</a>`);
    expect(html).not.toContain('<script');
  });

  it('can ask for authentication, which can fail', async () => {
    const session = await buyTokens();
    const card = '4000 0025 0000 3155';
    const asked = await pressPay(session, { card });
    expect(asked.html).toContain('Complete authentication');
    expect((await pressPay(session, { card, authentication: 'failed' })).html).toContain('unable to authenticate');
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
    expect((await pressPay(session, { card, authentication: 'passed' })).status).toBe(303);
  });

  it('happens once: a second press, and a page that was open elsewhere, pay nothing', async () => {
    const session = await buyTokens();
    const both = await Promise.all([pressPay(session), pressPay(session)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 303]);
    const again = await fetch(session.url ?? '');
    expect(await again.text()).toContain('complete');
    await untilReceived('checkout.session.completed');
    expect(types().filter((type) => type === 'charge.succeeded')).toHaveLength(1);
  });
});

describe('a session is refused', () => {
  const base = { mode: 'payment' as const, success_url: SUCCESS_URL };
  it.each<[string, (price: string) => Stripe.Checkout.SessionCreateParams, string | undefined]>([
    ['without lines', () => base, 'line_items'],
    ['with an unknown price', () => ({ ...base, line_items: [{ price: 'price_none', quantity: 1 }] }), 'line_items[0][price]'],
    ['with a recurring price as payment', (price) => ({ ...base, line_items: [{ price, quantity: 1 }] }), 'line_items'],
    [
      'with payment_method_collection as payment',
      (price) => ({ ...base, line_items: [{ price, quantity: 1 }], payment_method_collection: 'if_required' }),
      'payment_method_collection',
    ],
    [
      'that ends too soon',
      (price) => ({ ...base, mode: 'subscription', line_items: [{ price, quantity: 1 }], expires_at: Math.floor(Date.now() / 1000) + 60 }),
      'expires_at',
    ],
    [
      'with an address that is none',
      (price) => ({ ...base, mode: 'subscription', line_items: [{ price, quantity: 1 }], success_url: '/relative' }),
      'success_url',
    ],
    [
      'for an unknown customer',
      (price) => ({ ...base, mode: 'subscription', line_items: [{ price, quantity: 1 }], customer: 'cus_none' }),
      'customer',
    ],
    [
      'with what is not simulated',
      (price) => ({ ...base, mode: 'subscription', line_items: [{ price, quantity: 1 }], allow_promotion_codes: true }),
      'allow_promotion_codes',
    ],
    [
      'above the limit of an amount',
      () => ({
        ...base,
        line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: 100_000_000, product_data: { name: 'Elite' } } }],
      }),
      'line_items[0][price_data][unit_amount]',
    ],
  ])('%s', async (_name, parameters, param) => {
    const price = await makePrice(stripe, 1500);
    await expect(stripe.checkout.sessions.create(parameters(price.id))).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      param,
    });
  });
});

describe('tampering', () => {
  it('refuses another mode while the session is open, which can still be paid, and takes it afterwards', async () => {
    const session = await buyTokens();
    for (const mode of ['subscription', 'setup', 'foreign'])
      await expect(stack.control('POST', 'session', { id: session.id, mode })).rejects.toThrow(/mode/);
    expect(await stack.control('POST', 'complete', { session: session.id })).toMatchObject({ kind: 'complete' });
    expect(await stack.control('POST', 'session', { id: session.id, mode: 'setup' })).toMatchObject({ session: { mode: 'setup' } });
  });
});
