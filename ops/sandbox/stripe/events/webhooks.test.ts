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

  it('is sent again until the receiver takes it', async () => {
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
