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

const valid: [string, (stripe: Stripe) => Promise<unknown>][] = [
  [
    'a payment with price_data',
    (s) =>
      s.checkout.sessions.create({
        mode: 'payment',
        success_url,
        client_reference_id: 'o',
        metadata: { a: 'b' },
        line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: 999, product_data: { name: 't' } } }],
        payment_intent_data: { metadata: { o: '1' } },
      }),
  ],
  [
    'a trial without a card',
    (s) =>
      s.checkout.sessions.create({
        mode: 'subscription',
        success_url,
        line_items,
        payment_method_collection: 'if_required',
        subscription_data: {
          trial_period_days: 7,
          trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
          metadata: { o: '1' },
        },
        expires_at: 1,
      }),
  ],
  [
    'an upgrade',
    (s) =>
      s.subscriptions.update('sub_1', {
        items: [{ id: 'si', price: 'p' }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'pending_if_incomplete',
        proration_date: 1,
      }),
  ],
  ['a refund', (s) => s.refunds.create({ payment_intent: 'pi', reason: 'requested_by_customer', metadata: { a: 'b' } })],
  ['a portal', (s) => s.billingPortal.sessions.create({ customer: 'c', return_url: success_url })],
  [
    'a transfer',
    (s) => s.transfers.create({ amount: 700, currency: 'usd', destination: 'a', source_transaction: 'ch', transfer_group: 'g' }),
  ],
  ['a schedule', (s) => s.subscriptionSchedules.create({ from_subscription: 'sub_1' })],
  [
    'a price',
    (s) =>
      s.prices.create({
        currency: 'usd',
        unit_amount: 1500,
        product: 'p',
        recurring: { interval: 'month' },
        lookup_key: 'basic_monthly',
        transfer_lookup_key: true,
      }),
  ],
  [
    'newer than the extract: a preview',
    (s) =>
      s.invoices.createPreview({
        customer: 'c',
        subscription: 'sub_1',
        subscription_details: { items: [{ id: 'si_1', price: 'p' }], proration_behavior: 'always_invoice', proration_date: 1 },
      }),
  ],
  ['newer: payments of an invoice', (s) => s.invoicePayments.list({ invoice: 'in_1', status: 'paid' })],
  ['newer: ui_mode', (s) => s.checkout.sessions.create({ mode: 'payment', success_url, line_items, ui_mode: 'hosted_page' })],
  [
    'newer: the phases of a schedule',
    (s) =>
      s.subscriptionSchedules.update('ss', {
        phases: [{ items: [{ price: 'p' }], duration: { interval: 'month' } }],
        end_behavior: 'release',
      }),
  ],
  ['a list by lookup keys', (s) => s.prices.list({ lookup_keys: ['a', 'b'], active: true, limit: 100 })],
  ['a retrieve with expand', (s) => s.checkout.sessions.retrieve('cs_1', { expand: ['line_items', 'subscription', 'payment_intent'] })],
];

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
  it.each(valid)('accept %s', async (_name, call) => {
    expect(await judge(call)).toMatchObject({ problems: [] });
  });

  it.each(planted)('refuse %s by name (%s)', async (_name, param, call) => {
    const { problems } = await judge(call);
    expect(problems.map((problem) => problem.param)).toContain(param);
  });

  it('know no other endpoints, give the ids of the path, and coerce values to their types', () => {
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
