import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { config, readConfig, setConfig } from '#domain/platform/config.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { callStripe, stripe } from './stripe.client.ts';
import { withoutSecrets, type StripeFailure } from './stripe-failure.ts';

/** A host with scripted answers. */
let answer: { status: number; body: unknown; hang?: boolean } = { status: 200, body: {} };
let asked = 0;
let server: Server;
beforeAll(async () => {
  server = createServer((_, res) => {
    asked += 1;
    if (answer.hang) return void res.destroy();
    res.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const base = readConfig({
    DATABASE_URL: 'postgres://x',
    LOG_LEVEL: 'silent',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_API_BASE: `http://127.0.0.1:${port}`,
  });
  setConfig(base);
});
afterAll(() => server.close());

const refund = () => callStripe('refunds.retrieve', 'refund', (client) => client.refunds.retrieve('re_1'));
const failure = async (status: number, body: unknown): Promise<StripeFailure> => {
  answer = { status, body };
  return refund().then(
    () => expect.unreachable('it succeeded'),
    (error: StripeFailure) => error,
  );
};

describe('a call to Stripe', () => {
  it('returns the requested object', async () => {
    answer = { status: 200, body: { id: 're_1', object: 'refund', amount: 5 } };
    expect(await refund()).toMatchObject({ id: 're_1', amount: 5 });
  });

  it.each([
    ['a 404 without an error, which the SDK takes for success', 404, { message: 'Not Found' }],
    ['another object', 200, { id: 'ch_1', object: 'charge' }],
    ['an object without id', 200, { object: 'refund' }],
    ['nothing', 200, null],
  ])('does not accept %s as an answer', async (_, status, body) => {
    expect(await failure(status, body)).toMatchObject({ kind: 'broken', code: 'payments.unavailable' });
  });

  it.each([
    [402, { type: 'card_error', code: 'card_declined', message: 'no' }, 'declined', 'payments.declined'],
    [
      404,
      { type: 'invalid_request_error', code: 'resource_missing', message: 'No such refund', param: 'id' },
      'missing',
      'payments.unavailable',
    ],
    [400, { type: 'invalid_request_error', message: 'only open ones can be expired' }, 'refused', 'payments.unavailable'],
    [400, { type: 'invalid_request_error', message: 'unknown', param: 'colour' }, 'broken', 'payments.unavailable'],
    [401, { type: 'invalid_request_error', message: 'Invalid API Key' }, 'broken', 'payments.unavailable'],
    [500, { type: 'api_error', message: 'oops' }, 'unavailable', 'payments.unavailable'],
    [429, { type: 'invalid_request_error', message: 'slow down' }, 'unavailable', 'payments.unavailable'],
  ])('%i %o is %s', async (status, error, kind, code) => {
    expect(await failure(status, { error })).toMatchObject({ kind, code });
  });

  it('is retried once when Stripe is unavailable, and then fails with that reason', async () => {
    answer = { status: 200, body: {}, hang: true };
    asked = 0;
    await expect(refund()).rejects.toMatchObject({ kind: 'unavailable' });
    expect(asked).toBe(2);
  });

  it('is not made without a key', async () => {
    const before = config();
    setConfig({ ...before, payments: { ...before.payments, mode: 'off', secretKey: '' } });
    expect(() => stripe()).toThrow(ProductError);
    await expect(refund()).rejects.toMatchObject({ code: 'payments.not_configured' });
    setConfig(before);
  });

  it('quotes no key, signing secret or session in what it logs', () => {
    const text = 'Invalid API Key sk_live_51abc***9 whsec_abc No such checkout.session: cs_test_a1B2 rk_test_1';
    expect(withoutSecrets(text)).toBe('Invalid API Key [key] [key] No such checkout.session: cs_[id] [key]');
  });
});
