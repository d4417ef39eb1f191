import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createEmulator, type Emulator } from 'emulate';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOKEN_PACKAGES } from '#contract/billing/catalogue.ts';
import { WEBHOOK_PATH } from '#contract/billing/payments.contract.ts';
import { processEvents } from '#domain/billing/events/process-events.command.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { useTestApi } from '#api/testing/test-api.ts';

// One purchase at a stand-in that others wrote (npm emulate): its page, its signed webhook. It knows no lookup keys, totals, references and
// payment intents, and its events have no id; what stands between adds those and nothing else, because the product insists on them.
const SECRET = 'whsec_emulated';
const PRICE = 'price_of_tokens';
const pack = TOKEN_PACKAGES.find(({ id }) => id === 'tokens_300')!;

const api = useTestApi();
const hooks: { payload: string; signature: string }[] = [];
const references = new Map<string, string>();
let emulator: Emulator;
let emulatorPort: number;
let proxy: Server;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

beforeAll(async () => {
  emulatorPort = await freePort();
  proxy = createServer((req, res) => {
    void (async () => {
      const body = await buffer(req);
      if (req.url === '/hook') {
        hooks.push({ payload: body.toString(), signature: String(req.headers['stripe-signature']) });
        return void res.end('{}');
      }
      const init = {
        method: req.method!,
        headers: { authorization: req.headers.authorization!, 'content-type': 'application/x-www-form-urlencoded' },
      };
      const answer = await fetch(`http://127.0.0.1:${emulatorPort}${req.url}`, body.length > 0 ? { ...init, body } : init);
      const json: any = await answer.json();
      if (json.object === 'list') json.data = json.data.map((price: object) => ({ ...price, lookup_key: pack.id, recurring: null }));
      const reference = new URLSearchParams(body.toString()).get('client_reference_id');
      if (reference) references.set(json.id, reference);
      if (json.object === 'checkout.session') {
        const line = { id: 'li_1', object: 'item', quantity: 1, price: { id: PRICE, object: 'price' } };
        Object.assign(json, { amount_total: pack.amount_cents, currency: 'usd', client_reference_id: references.get(json.id) });
        Object.assign(json, { payment_intent: 'pi_emulated', line_items: { object: 'list', data: [line] } });
      }
      res.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    })();
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  const seed = {
    stripe: {
      products: [{ id: 'prod_tokens', name: 'Tokens' }],
      prices: [{ id: PRICE, product_name: 'Tokens', unit_amount: pack.amount_cents, currency: 'usd' }],
      webhooks: [{ url: `http://127.0.0.1:${port}/hook`, events: ['*'], secret: SECRET }],
    },
  };
  emulator = await createEmulator({ service: 'stripe', port: emulatorPort, seed });
  setConfig({
    ...config(),
    payments: {
      ...config().payments,
      mode: 'sandbox',
      secretKey: 'sk_test_emulated',
      protocol: 'http',
      host: '127.0.0.1',
      port,
      webhookSecrets: [SECRET],
    },
  });
});
afterAll(async () => {
  await emulator.close();
  proxy.close();
  proxy.closeAllConnections();
});

describe('a token purchase at a third-party stand-in', () => {
  it('is paid on its page and fulfilled by its webhook, once; its event without an id is refused', async () => {
    const person = await api.givenPerson('emulated@example.com', { tokens: 0 });
    const bought = await api.call('/api/purchase-tokens', {
      body: { user_id: person.userId, token_amount: pack.tokens },
      bearer: person.accessToken,
    });
    expect(bought.status).toBe(200);
    const { url, session_id } = bought.json;

    const page = await (await fetch(url.replace('localhost', '127.0.0.1'))).text();
    expect(page).toMatch(/<button|<form/);
    const paid = await fetch(`http://127.0.0.1:${emulatorPort}/checkout/${session_id}/complete`, { method: 'POST', redirect: 'manual' });
    expect(paid.headers.get('location')).toBe(`http://localhost:3000/billing?session_id=${session_id}`);
    await expect.poll(() => hooks.some(({ payload }) => payload.includes('checkout.session.completed'))).toBe(true);
    const { payload, signature } = hooks.find((hook) => hook.payload.includes('checkout.session.completed'))!;

    // rightly signed, but nothing tells it from a copy of itself
    expect(Stripe.webhooks.constructEvent(payload, signature, SECRET).type).toBe('checkout.session.completed');
    const deliver = (rawBody: string, header: string) =>
      api.call(WEBHOOK_PATH, { method: 'POST', rawBody, headers: { 'Content-Type': 'application/json', 'Stripe-Signature': header } });
    expect(await deliver(payload, signature)).toMatchObject({ status: 400, json: { code: 'payments.webhook_invalid' } });
    await processEvents();
    const lots = () => api.database.knex('token_lot').where({ owner_id: person.userId, source: 'purchase' });
    expect(await lots()).toEqual([]);

    const event = JSON.parse(payload);
    const whole = JSON.stringify({
      ...event,
      id: 'evt_emulated',
      object: 'event',
      created: Math.floor(Date.now() / 1000),
      livemode: false,
    });
    const signed = Stripe.webhooks.generateTestHeaderString({ payload: whole, secret: SECRET });
    for (let time = 0; time < 3; time += 1) expect((await deliver(whole, signed)).status).toBe(200);
    await processEvents();
    expect(await lots()).toMatchObject([{ amount: (pack.tokens + pack.bonus_tokens) * 100 }]);
    const status = await api.call(`/api/payments/status/${session_id}`, { bearer: person.accessToken });
    expect(status.json).toMatchObject({ payment_status: 'paid', package_id: pack.id });
  });
});
