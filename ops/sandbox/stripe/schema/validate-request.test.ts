import { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { validateStripeRequest } from './validate-request.ts';

/** Validates what the real SDK sends for a call; nothing leaves the process. */
async function judge(call: (stripe: Stripe) => Promise<unknown>) {
  let sent: [string, string, string] = ['', '', ''];
  const httpClient = Stripe.createFetchHttpClient((async (url: URL | string, init: RequestInit) => {
    const { pathname, search } = new URL(url);
    const body = typeof init.body === 'string' ? init.body : init.body ? new TextDecoder().decode(init.body as Uint8Array) : '';
    sent = [init.method ?? '', `${pathname}${search}`, body];
    return new Response('{"id":"x","object":"x"}', { status: 200, headers: { 'content-type': 'application/json' } });
  }) as typeof fetch);
  await call(new Stripe('sk_test_x', { httpClient, maxNetworkRetries: 0, telemetry: false }));
  return validateStripeRequest(...sent);
}

const line_items = [{ price: 'price_1', quantity: 1 }];
const success_url = 'http://127.0.0.1/';
type Loose = any;

const session = (more: Loose) => (s: Stripe) => s.checkout.sessions.create({ mode: 'subscription', success_url, line_items, ...more });
const planted: [string, string, (stripe: Stripe) => Promise<unknown>][] = [
  ['a mode that does not exist', 'mode', session({ mode: 'subscribe' })],
  ['an unknown parameter', 'price_cents', session({ price_cents: 1 })],
  ['a wrong type', 'subscription_data[trial_period_days]', session({ subscription_data: { trial_period_days: 'soon' } })],
  [
    'a nested value that does not exist',
    'subscription_data[trial_settings][end_behavior][missing_payment_method]',
    session({ subscription_data: { trial_settings: { end_behavior: { missing_payment_method: 'stop' } } } }),
  ],
  ['a refund reason that does not exist', 'reason', (s) => s.refunds.create({ payment_intent: 'pi', reason: 'because' })],
  [
    'an interval that does not exist',
    'recurring[interval]',
    (s) => s.prices.create({ currency: 'usd', unit_amount: 1, product: 'p', recurring: { interval: 'monthly' } }),
  ],
  ['a transfer without destination', 'destination', (s) => s.transfers.create({ amount: 1, currency: 'usd' } as Loose)],
  ['a session without success_url', 'success_url', (s) => s.checkout.sessions.create({ mode: 'payment', line_items })],
  ['dollars for cents', 'unit_amount', (s) => s.prices.create({ currency: 'usd', unit_amount: 9.99, product: 'p' })],
  ['an unknown parameter inside another', 'subscription_data[trial_days]', session({ subscription_data: { trial_days: 7 } })],
  ['a parameter that Stripe has removed', 'payment_method_types', session({ payment_method_types: ['card'] })],
  ['an unknown parameter of a list', 'lookup_key', (s) => s.prices.list({ lookup_key: 'a' } as Loose)],
];

describe('Stripe’s own request schemas', () => {
  it.each(planted)('refuse %s by name (%s)', async (_name, param, call) => {
    const { problems } = await judge(call);
    expect(problems.map((problem) => problem.param)).toContain(param);
  });

  it('know no other endpoints, return the ids of the path, and coerce values to their types', () => {
    expect(validateStripeRequest('POST', '/v1/coupons', 'a=b')).toMatchObject({ template: null, problems: [{ code: 'url_invalid' }] });
    const verdict = validateStripeRequest('post', '/v1/subscriptions/sub_1', 'cancel_at_period_end=true&items[0][quantity]=2');
    expect(verdict).toEqual({
      template: '/v1/subscriptions/{subscription_exposed_id}',
      ids: ['sub_1'],
      parameters: { cancel_at_period_end: true, items: [{ quantity: 2 }] },
      problems: [],
    });
  });
});
