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

const untilReceived = (type: string) => vi.waitFor(() => expect(types()).toContain(type), { timeout: 60_000 });

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
  it('is completed on the page, retrievable, and announced by a signed webhook', async () => {
    const session = await buyTokens();
    expect(session).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 999,
      currency: 'usd',
      livemode: false,
    });
    expect(session.url).toBe(`${stack.sandbox.url}/c/pay/${session.id}`);
    const paid = await pressPay(session);
    expect(paid).toMatchObject({ status: 303, location: `http://127.0.0.1:3000/payment?session_id=${session.id}` });

    const known = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['line_items', 'payment_intent', 'payment_intent.latest_charge'],
    });
    expect(known).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      amount_total: 999,
      client_reference_id: 'order_1',
      metadata: { order_id: 'order_1' },
      url: null,
    });
    expect(known.customer_details?.email).toBe('ada@example.com');
    expect(known.line_items?.data).toMatchObject([{ amount_total: 999, quantity: 1, price: { unit_amount: 999 } }]);
    expect(known.payment_intent).toMatchObject({
      status: 'succeeded',
      metadata: { order_id: 'order_1' },
      // the same for every payment by this card
      latest_charge: { paid: true, amount: 999, payment_method_details: { card: { fingerprint: expect.stringMatching(/^\w{16}$/) } } },
    });

    await untilReceived('checkout.session.completed');
    expect(types()).toEqual([
      'product.created',
      'price.created',
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'checkout.session.completed',
    ]);
    expect(stack.received.at(-1)?.event).toMatchObject({
      object: 'event',
      livemode: false,
      api_version: '2026-10-28.endive',
      data: { object: { id: session.id, payment_status: 'paid' } },
    });
  });

  it('shows a usable page', async () => {
    const session = await buyTokens({ customer: undefined });
    const html = await (await fetch(session.url ?? '')).text();
    expect(html).toContain('<title>Sandbox Checkout</title>');
    expect(html).toContain('Plan for 999');
    expect(html).toContain('>Pay $9.99</button>');
    expect(html).toContain('value="4242 4242 4242 4242"');
    expect(html).toContain(`<a href="${CANCEL_URL}">Cancel and go back</a>`);
    expect(html).not.toContain('<script');
  });

  it.each([
    ['4000 0000 0000 0002', 'Your card was declined.'],
    ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
    ['1234', 'Your card number is invalid'],
  ])('with %s is refused, and can be made with another card', async (card, message) => {
    const session = await buyTokens();
    const refused = await pressPay(session, { card });
    expect(refused.status).toBe(200);
    expect(refused.html).toContain(message);
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'open', payment_status: 'unpaid' });
    expect((await pressPay(session, { card: '4242424242424242' })).status).toBe(303);
    const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] });
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 999 });
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

  it('by bank debit is complete and unpaid until it settles, by control or after four days', async () => {
    const [first, second, third] = [await buyTokens(), await buyTokens(), await buyTokens()];
    for (const session of [first, second]) expect((await pressPay(session, { method: 'bank' })).status).toBe(303);
    expect((await pressPay(third, { method: 'bank', account: '000111111116' })).status).toBe(303);
    expect(await stripe.checkout.sessions.retrieve(first.id)).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
    await stack.control('POST', 'async', { session: first.id, outcome: 'failed' });
    await untilReceived('checkout.session.async_payment_failed');
    expect((await stripe.checkout.sessions.retrieve(first.id)).payment_status).toBe('unpaid');
    await expect(stack.control('POST', 'async', { session: first.id, outcome: 'failed' })).rejects.toThrow('no bank debit');
    await stack.control('PUT', 'clock', { advance_s: 4 * 86_400 });
    await untilReceived('checkout.session.async_payment_succeeded');
    expect((await stripe.checkout.sessions.retrieve(second.id)).payment_status).toBe('paid');
    expect((await stripe.checkout.sessions.retrieve(third.id)).payment_status).toBe('unpaid');
  });

  it('ends when it expires, by request or by the clock', async () => {
    const [first, second] = [await buyTokens(), await buyTokens()];
    expect(await stripe.checkout.sessions.expire(first.id)).toMatchObject({ status: 'expired', url: null });
    await expect(stripe.checkout.sessions.expire(first.id)).rejects.toThrow('status of expired');
    await stack.control('PUT', 'clock', { advance_s: 86_400 });
    expect((await stripe.checkout.sessions.retrieve(second.id)).status).toBe('expired');
    await untilReceived('checkout.session.expired');
    expect(await pressPay({ ...first, url: `${stack.sandbox.url}/c/pay/${first.id}` })).toMatchObject({ status: 200 });
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
  it('makes a session report values that the product must not believe', async () => {
    const session = await buyTokens();
    const other = await makePrice(stripe, 5000, { recurring: undefined });
    await pressPay(session);
    await stack.control('POST', 'session', { id: session.id, amount_total: 1, currency: 'eur', livemode: true, price: other.id });
    const known = await stripe.checkout.sessions.retrieve(session.id, { expand: ['line_items'] });
    expect(known).toMatchObject({ amount_total: 1, currency: 'eur', livemode: true, line_items: { data: [{ price: { id: other.id } }] } });
    await expect(stack.control('POST', 'session', { id: 'cs_test_none', amount_total: 1 })).rejects.toThrow('there is no cs_test_none');
  });

  it('refuses another mode while the session is open, which can still be paid, and accepts it afterwards', async () => {
    const session = await buyTokens();
    for (const mode of ['subscription', 'setup', 'foreign'])
      await expect(stack.control('POST', 'session', { id: session.id, mode })).rejects.toThrow(/mode/);
    expect(await stack.control('POST', 'complete', { session: session.id })).toMatchObject({ kind: 'complete' });
    expect(await stack.control('POST', 'session', { id: session.id, mode: 'setup' })).toMatchObject({ session: { mode: 'setup' } });
  });

  it('POST /control/stripe/complete pays without the page', async () => {
    const session = await buyTokens();
    expect(await stack.control('POST', 'complete', { session: session.id, card: '4000000000000002' })).toEqual({
      kind: 'declined',
      message: 'Your card was declined.',
    });
    expect(await stack.control('POST', 'complete', { session: session.id })).toMatchObject({ kind: 'complete' });
  });
});
