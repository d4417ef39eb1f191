import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { ensureAllPrices } from '#domain/billing/catalogue/price.commands.ts';
import { config, setConfig, type Config } from '#domain/platform/config.ts';
import { sandboxGoogle } from '#domain/platform/google-settings.ts';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';

const api = useTestApi();
let sandbox: Sandbox;
let admin: Person;
let operator: Person;
let usual: Config;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
  admin = await api.givenPerson('installation-admin@example.com', { roles: ['operator', 'admin'] });
  operator = await api.givenPerson('installation-operator@example.com', { roles: ['operator'] });
});
afterAll(() => sandbox.close());
beforeEach(() => void (usual = config()));
afterEach(() => setConfig(usual));

const list = async () =>
  (await api.call('/api/operator/installation-services', { bearer: operator.accessToken })).json.services as {
    service: string;
    state: string;
    variables: string[];
    may_be_tested: boolean;
  }[];
const test = async (service: string, by = admin) =>
  api.call(`/api/operator/installation-services/${service}/test`, { method: 'POST', bearer: by.accessToken, body: {} });
const problemOf = async (service: string) => (await test(service)).json.problem;

/** A configuration without any settings, as on a new server. */
const bare = (): Config => ({
  ...usual,
  hasStandIns: false,
  services: { speech: false, translation: false },
  accounts: {
    ...usual.accounts,
    openai: { ...usual.accounts.openai, apiKey: '' },
    gemini: { ...usual.accounts.gemini, apiKey: '' },
  },
  google: { ...usual.google, mode: 'off' },
  payments: { ...usual.payments, mode: 'off' },
  mail: { ...usual.mail, smtpUrl: null },
  errorTracker: null,
  tracing: null,
});
const withSandbox = (): Config => ({
  ...usual,
  accounts: { ...usual.accounts, openai: { baseURL: `${sandbox.url}/openai/v1`, apiKey: 'sandbox-key' } },
  google: { ...usual.google, ...sandboxGoogle(sandbox.url) },
  mail: { ...usual.mail, smtpUrl: `smtp://sandbox:sandbox@127.0.0.1:${sandbox.smtpPort}` },
});

describe('the other services of an installation', () => {
  it('are listed with the missing ones on a new installation, and the settings for them', async () => {
    setConfig(bare());
    const rows = await list();
    const missing = rows.filter(({ state }) => state === 'missing').map(({ service }) => service);
    expect(missing.filter((service) => service !== 'transcription')).toEqual([
      'pictures',
      'clips',
      'moderation',
      'payments',
      'mail',
      'files',
      'map',
      'errors',
      'traces',
    ]);
    for (const { state, variables, may_be_tested: may } of rows)
      if (state === 'missing') expect([variables.length > 0, may]).toEqual([true, false]);
    for (const service of missing) expect((await problemOf(service)).code, service).toBe('not_set');
  });

  it('include speech and moderation by a connected OpenAI or Gemini', async () => {
    const stored = { baseURL: `${sandbox.url}/openai/v1`, apiKey: 'key', isStored: true };
    setConfig({ ...bare(), accounts: { ...bare().accounts, openai: stored } });
    const states = Object.fromEntries((await list()).map(({ service, state }) => [service, state]));
    expect(states).toMatchObject({ speech: 'connected', transcription: 'connected', moderation: 'connected', pictures: 'missing' });
  });

  it('are tested by a real call: an email is sent to the caller, a file is stored and read, a text is judged', async () => {
    setConfig(withSandbox());
    for (const service of ['mail', 'files', 'moderation']) expect(await problemOf(service), service).toBeNull();
    const mails = (await (await fetch(`${sandbox.url}/control/mails?to=installation-admin@example.com`)).json()) as { mails: unknown[] };
    expect(mails.mails).toHaveLength(1);
  });

  it('ask Stripe for the webhook, and whether its events arrive', async () => {
    const address = `${usual.publicOrigin}/api/webhooks/stripe`;
    const list = (data: readonly object[]) => JSON.stringify({ object: 'list', data, has_more: false, url: '/v1' });
    let [webhooks, undelivered]: [readonly object[], readonly object[]] = [[], []];
    const asked: string[] = [];
    // Stripe: prices as in the stand-in
    const server = createServer(async (req, res) => {
      const { pathname, search } = new URL(req.url!, sandbox.url);
      asked.push(pathname + search);
      res.setHeader('content-type', 'application/json');
      if (pathname === '/v1/webhook_endpoints') return res.end(list(webhooks));
      if (pathname === '/v1/events') return res.end(list(undelivered));
      const headers = { authorization: req.headers.authorization ?? '' };
      return res.end(await (await fetch(sandbox.url + pathname + search, { headers })).text());
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    setConfig({ ...usual, payments: { ...usual.payments, mode: 'sandbox', protocol: 'http', host: '127.0.0.1', port: sandbox.port } });
    await ensureAllPrices({ make: true });
    setConfig({ ...usual, payments: { ...usual.payments, mode: 'live', protocol: 'http', host: '127.0.0.1', port } as Config['payments'] });
    expect(await problemOf('payments')).toEqual({ code: 'webhook_missing', detail: address });
    webhooks = [{ id: 'we_1', object: 'webhook_endpoint', url: address, status: 'disabled' }];
    expect(await problemOf('payments')).toMatchObject({ code: 'webhook_missing' });
    webhooks = [{ id: 'we_1', object: 'webhook_endpoint', url: address, status: 'enabled' }];
    expect(await problemOf('payments')).toBeNull();
    expect(asked.find((one) => one.startsWith('/v1/events'))).toMatch(/delivery_success=false/);
    undelivered = [{ id: 'evt_1', object: 'event', type: 'invoice.paid', created: 1_795_000_000 }];
    expect(await problemOf('payments')).toEqual({ code: 'webhook_unreached', detail: expect.stringMatching(/^invoice\.paid, 20/) });
    server.close();
  });

  it('report a problem: nothing answers', async () => {
    const gone = await startSandbox({ port: 0 });
    await gone.close();
    setConfig({
      ...withSandbox(),
      mail: { ...usual.mail, smtpUrl: `smtp://127.0.0.1:${gone.port}` },
      errorTracker: { dsn: `http://key@127.0.0.1:${gone.port}/1`, environment: 'test', release: undefined },
      tracing: { endpoint: `${gone.url}/v1/traces`, ratio: 1 },
    });
    for (const service of ['mail', 'errors', 'traces']) expect((await problemOf(service)).code, service).toBe('not_reachable');
    expect((await problemOf('push')).code).toBe('not_testable');
  });

  it('can be tested by administrators only', async () => {
    expect((await test('mail', operator)).status).toBe(403);
  });
});
