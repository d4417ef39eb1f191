import type Stripe from 'stripe';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makePrice, sdkAt, SUCCESS_URL } from '../testing/stripe-stack.ts';
import { useStripeStack } from '../testing/use-stripe-stack.ts';

const stack = useStripeStack();
let stripe: Stripe;
beforeAll(() => {
  ({ stripe } = stack);
});
afterEach(() => fault({}, 'DELETE'));

const fault = (body: object, method = 'PUT') =>
  fetch(`${stack.sandbox.url}/control/faults${method === 'DELETE' ? '?service=stripe' : ''}`, {
    method,
    ...(method === 'PUT' ? { body: JSON.stringify({ service: 'stripe', ...body }) } : {}),
  });

describe('authentication', () => {
  it.each([
    ['no key', {}],
    ['a live key', { authorization: 'Bearer sk_live_abc' }],
    ['a publishable key', { authorization: 'Bearer pk_test_abc' }],
  ])('refuses %s', async (_name, headers) => {
    const res = await fetch(`${stack.sandbox.url}/v1/customers`, { headers });
    expect(res.status).toBe(401);
    expect(await res.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });

  it('answers with the version and a request id', async () => {
    const customer = await stripe.customers.create();
    expect(customer.lastResponse).toMatchObject({ apiVersion: '2026-10-28.endive', requestId: expect.stringMatching(/^req_/) });
  });
});

describe('Idempotency-Key', () => {
  it('gives the same answer again, also to concurrent requests', async () => {
    const make = () => stripe.customers.create({ email: 'ada@example.com' }, { idempotencyKey: 'customer:u1' });
    const [a, b] = await Promise.all([make(), make()]);
    expect(b.id).toBe(a.id);
    expect((await make()).lastResponse.headers['idempotent-replayed']).toBe('true');
  });

  it('is refused for other parameters', async () => {
    await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'customer:u2' });
    await expect(stripe.customers.create({ email: 'b@example.com' }, { idempotencyKey: 'customer:u2' })).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    });
  });

  it('does not store a refusal: the request can be corrected', async () => {
    const params = { mode: 'payment' as const, success_url: SUCCESS_URL };
    await expect(stripe.checkout.sessions.create(params, { idempotencyKey: 'checkout:1' })).rejects.toThrow('line_items');
    const price = await makePrice(stripe, 999, { recurring: undefined });
    const session = await stripe.checkout.sessions.create(
      { ...params, line_items: [{ price: price.id, quantity: 1 }] },
      { idempotencyKey: 'checkout:1' },
    );
    expect(session.status).toBe('open');
  });

  it('makes a retry after a lost answer harmless', async () => {
    await fault({ mode: 'cut', times: 1 });
    const patient = sdkAt(stack.sandbox.port, { maxNetworkRetries: 2 });
    const customer = await patient.customers.create({ email: 'once@example.com' });
    expect((await stripe.customers.list({ email: 'once@example.com' })).data.map(({ id }) => id)).toEqual([customer.id]);
  });
});

describe('faults', () => {
  it.each([
    ['down', 'StripeConnectionError'],
    ['429', 'StripeRateLimitError'],
    ['500', 'StripeAPIError'],
    ['garbage', 'StripeAPIError'],
  ])('%s reaches the SDK as %s', async (mode, type) => {
    await fault({ mode });
    await expect(stripe.customers.list()).rejects.toMatchObject({ type });
  });

  it('hang ends with the client’s patience; others are refused; AI faults leave Stripe alone', async () => {
    await fault({ mode: 'hang' });
    await expect(sdkAt(stack.sandbox.port, { timeout: 100 }).customers.list()).rejects.toMatchObject({ type: 'StripeConnectionError' });
    await fault({}, 'DELETE');
    await fault({ mode: 'down', service: '*' });
    expect((await stripe.customers.list()).object).toBe('list');
    expect((await fault({ mode: 'truncate' })).status).toBe(400);
  });
});

describe('lists and expand', () => {
  it('pages newest first, forwards and backwards', async () => {
    await stack.control('DELETE', '');
    const made: string[] = [];
    for (let i = 0; i < 5; i++) made.unshift((await stripe.customers.create({ name: `c${i}` })).id);
    const first = await stripe.customers.list({ limit: 2 });
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([made.slice(0, 2), true]);
    const second = await stripe.customers.list({ limit: 2, starting_after: made[1] });
    expect(second.data.map(({ id }) => id)).toEqual(made.slice(2, 4));
    const back = await stripe.customers.list({ limit: 2, ending_before: made[3] });
    expect(back.data.map(({ id }) => id)).toEqual(made.slice(1, 3));
    const all: string[] = [];
    for await (const { id } of stripe.customers.list({ limit: 2 })) all.push(id);
    expect(all).toEqual(made);
    await expect(stripe.customers.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
  });
});

describe('what is not there', () => {
  it('unknown ids are 404, unknown addresses too, endpoints without simulation say so', async () => {
    await expect(stripe.checkout.sessions.retrieve('cs_test_none')).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' });
    await expect(stripe.coupons.list()).rejects.toMatchObject({ statusCode: 404, type: 'StripeInvalidRequestError' });
    await expect(stripe.subscriptions.deleteDiscount('sub_1')).rejects.toMatchObject({
      statusCode: 501,
      code: 'sandbox_not_simulated',
    });
  });

  it('requests are recorded with their violations of the schemas', async () => {
    await stack.control('DELETE', 'requests');
    await stripe.products.create({ name: 'Tokens' });
    await stripe.checkout.sessions.create({ mode: 'subscribe', success_url: SUCCESS_URL }).catch(() => null);
    const { requests } = await stack.control('GET', 'requests');
    expect(requests).toMatchObject([
      { method: 'POST', path: '/v1/products', body: 'name=Tokens', status: 200, problems: [], stripe_version: '2026-10-28.endive' },
      { status: 400, problems: ['Invalid mode: must be one of payment, setup, subscription'] },
    ]);
  });
});
