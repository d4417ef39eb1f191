import type Stripe from 'stripe';
import { beforeAll, describe, expect, it } from 'vitest';
import { makePrice, pressPay, SECRET, subscribeTo } from '../testing/stripe-stack.ts';
import { useStripeStack } from '../testing/use-stripe-stack.ts';

const stack = useStripeStack();
const { types } = stack;
let stripe: Stripe;
beforeAll(() => {
  ({ stripe } = stack);
});

const makeCustomer = (name: string) => stripe.customers.create({ name });
const events = async (): Promise<{ id: string; type: string; state: string; attempts: number; answers: number[] }[]> =>
  (await stack.control('GET', 'events')).events;

describe('a webhook', () => {
  it('carries a signature that the SDK verifies, and that does not fit other bytes or another secret', async () => {
    const before = Math.floor(Date.now() / 1000);
    await makeCustomer('Ada');
    await stack.delivered();
    const after = Math.floor(Date.now() / 1000);
    const { payload, signature, event } = stack.received[0]!;
    expect(event).toMatchObject({
      type: 'customer.created',
      data: { object: { name: 'Ada' } },
      request: { idempotency_key: expect.stringMatching(/^stripe-node-retry/) },
    });
    expect(event.id).toMatch(/^evt_\w{24}$/);
    const signedAt = Number(/t=(\d+)/.exec(signature)?.[1]);
    expect([signedAt >= before, signedAt <= after]).toEqual([true, true]);
    expect(() => stripe.webhooks.constructEvent(payload.replace('Ada', 'Eve'), signature, SECRET)).toThrow();
    expect(() => stripe.webhooks.constructEvent(payload, signature, 'whsec_other')).toThrow();
    expect((await stripe.events.retrieve(event.id)).pending_webhooks).toBe(0);
    expect((await stripe.events.list({ type: 'customer.*' })).data).toHaveLength(1);
  });

  it('comes after the page has answered, unless configured otherwise', async () => {
    await stack.control('PUT', 'delivery', { delay_ms: 60_000 });
    const price = await makePrice(stripe, 3000);
    const customer = await stripe.customers.create({ email: 'ada@example.com' });
    expect((await pressPay(await subscribeTo(stripe, price, customer.id))).status).toBe(303);
    expect(stack.received).toHaveLength(0);
    await stack.control('PUT', 'delivery', { before_answer: true, delay_ms: 0 });
    await pressPay(await subscribeTo(stripe, price, customer.id));
    expect(types()).toContain('checkout.session.completed');
  });

  it('is resent until the receiver accepts it', async () => {
    stack.answerWith(503);
    await makeCustomer('Ada');
    await expect.poll(() => stack.received.length).toBeGreaterThanOrEqual(2);
    stack.answerWith(200);
    await stack.delivered();
    const [event] = await events();
    expect(event).toMatchObject({ state: 'delivered', answers: [503, 503, expect.any(Number)].slice(0, event?.attempts) });
    expect(event?.answers.at(-1)).toBe(200);
    expect(new Set(stack.received.map(({ event }) => event.id)).size).toBe(1);
  });

  it('is not marked delivered without a listener', async () => {
    await stack.control('PUT', 'webhook', { url: 'http://127.0.0.1:9/none', secret: SECRET });
    await makeCustomer('Ada');
    await expect.poll(events).toMatchObject([{ state: 'due', answers: [0] }]);
    expect((await stripe.events.list()).data[0]?.pending_webhooks).toBe(1);
    await expect(stack.control('PUT', 'webhook', { url: 'https://example.com/hook', secret: SECRET })).rejects.toThrow('loopback');
  });
});

describe('delivery under control', () => {
  it('hold keeps events; they can be delivered in any order, any number of times', async () => {
    await stack.control('PUT', 'delivery', { mode: 'hold' });
    for (const name of ['a', 'b', 'c']) await makeCustomer(name);
    const ids = (await events()).map(({ id }) => id);
    expect(stack.received).toHaveLength(0);
    const order = [ids[2], ids[0], ids[1], ids[0]];
    const { delivered } = await stack.control('POST', 'deliver', { event_ids: order });
    expect(delivered.map(({ id, status }: any) => [id, status])).toEqual(order.map((id) => [id, 200]));
    expect(stack.received.map(({ event }) => event.id)).toEqual(order);
    await stack.control('POST', 'deliver', { event_ids: ids, order: 'reverse' });
    expect(stack.received.slice(4).map(({ event }) => event.id)).toEqual(ids.toReversed());
    await expect(stack.control('POST', 'deliver', { event_ids: ['evt_none'] })).rejects.toThrow('there is no event evt_none');
  });

  it('normal releases the held events, drop loses them for good', async () => {
    await stack.control('PUT', 'delivery', { mode: 'hold' });
    await makeCustomer('held');
    await stack.control('PUT', 'delivery', { mode: 'drop' });
    await makeCustomer('lost');
    await stack.control('PUT', 'delivery', { mode: 'normal', delay_ms: 0 });
    await stack.delivered();
    expect(stack.received.map(({ event }) => (event.data.object as Stripe.Customer).name)).toEqual(['held']);
    expect((await events()).map(({ state }) => state)).toEqual(['delivered', 'dropped']);
  });

  it('duplicates, reverses and shuffles, the same for the same seed', async () => {
    const price = await makePrice(stripe, 3000);
    const customer = await stripe.customers.create({ email: 'ada@example.com' });
    const orderOf = async (settings: object) => {
      await stack.control('PUT', 'delivery', { delay_ms: 0, ...settings });
      await stack.delivered();
      stack.received.length = 0;
      await pressPay(await subscribeTo(stripe, price, customer.id));
      await stack.delivered();
      return types();
    };
    const fifo = await orderOf({});
    expect(fifo.at(-1)).toBe('checkout.session.completed');
    expect(await orderOf({ order: 'reverse' })).toEqual(fifo.toReversed());
    const shuffled = await orderOf({ order: 'shuffle', seed: 7 });
    expect(shuffled).not.toEqual(fifo);
    expect(shuffled.toSorted()).toEqual(fifo.toSorted());
    expect(await orderOf({ duplicate: 4 })).toEqual(fifo.flatMap((type) => [type, type, type, type, type]));
  });

  it.each([
    ['delivery', { mode: 'sometimes' }, 'mode must be one of'],
    ['delivery', { delay_ms: -1 }, 'delay_ms'],
    ['delivery', { speed: 1 }, 'unknown field speed'],
    ['clock', { to: '2001-01-01' }, 'only go forward'],
    ['clock', { advance_s: 1.5 }, 'advance_s'],
  ])('PUT %s %j is refused with a clear message', async (path, body, message) => {
    await expect(stack.control('PUT', path, body)).rejects.toThrow(message);
  });
});
