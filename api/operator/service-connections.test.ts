import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Secret, TOTP } from 'otpauth';
import { symbols } from 'pino';
import * as z from 'zod';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { newTotpSecret } from '#domain/identity/second-factor/totp.ts';
import { config, setConfig, type Config } from '#domain/platform/config.ts';
import { logger } from '#domain/platform/logger.ts';
import { askModel } from '#domain/vendors/llm/llm.client.ts';
import { hasBatches } from '#domain/vendors/llm/batches/batch-services.ts';
import { VendorFailure } from '#domain/vendors/llm/vendor-failure.ts';
import { serviceAccountIn } from '#domain/vendors/connections/service-account.ts';
import { applyConnections, withConnections } from '#domain/vendors/connections/apply-connections.ts';
import { listServiceConnections } from '#domain/operator/connections/connection.commands.ts';
import { learnTraits } from '#domain/vendors/llm/profile/model-profile.commands.ts';
import { resealConnections } from '#domain/vendors/connections/connection.commands.ts';
import { declareAnswer } from '#domain/vendors/llm/answer-schema.ts';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';

allowLogged(/outgoing: connection refused/);

const api = useTestApi();
const knex = () => api.database.knex;
const KEY = 'sk-live-0123456789abcdefk7Qw';
let sandbox: Sandbox;
let admin: Person;
let operator: Person;
let usual: Config;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  admin = await api.givenPerson('connections-admin@example.com', { roles: ['operator', 'admin'] });
  operator = await api.givenPerson('connections-operator@example.com', { roles: ['operator'] });
});
afterAll(() => sandbox.close());
beforeEach(() => void (usual = config()));
afterEach(async () => {
  await knex()('service_connection').delete();
  await knex()('service_budget').delete();
  setConfig(usual);
});

const ask = (target: string, { method = 'POST', body, by = admin }: { method?: string; body?: object; by?: Person } = {}) =>
  api.call(`/api/operator/connections${target}`, { method, bearer: by.accessToken, ...(body && { body }) });
const openai = (more: object = {}) => ({ kind: 'vendor', base_url: `${sandbox.url}/openai/v1`, key: KEY, model: 'gpt-6.1-terra', ...more });
const ollama = (more: object = {}) => ({ kind: 'compatible', base_url: `${sandbox.url}/ollama/v1`, model: 'qwen3:8b', ...more });
const read = async (by = admin) => (await ask('', { method: 'GET', by })).json;
/** Reads the connections in the domain, because a session does not survive a change of the secret that signed it. */
const connections = () => listServiceConnections({ accountId: admin.userId, isAdmin: true });
const stateOf = (body: { connections: readonly { service: string; state: string }[] }) =>
  Object.fromEntries(body.connections.map(({ service, state }) => [service, state]));

describe('an AI service is connected on a page', () => {
  it('lists its models, is tested and saved: from then on it is used, and the sandbox for no text', async () => {
    expect(stateOf(await read())).toEqual({ grok: 'sandbox', claude: 'sandbox', gemini: 'sandbox', openai: 'sandbox' });
    const { base_url, key, kind } = openai();
    expect((await ask('/openai/models', { body: { base_url, key, kind } })).json).toEqual({
      models: ['gpt-6.1-terra', 'gpt-6.1-sol', 'gpt-5.5'],
      others: [],
      base_url,
      problem: null,
    });
    const { status, json } = await ask('/openai/test', { body: openai() });
    expect(status).toBe(202);
    // the test is a run of its starter, which the page follows, and can stop
    expect(await read()).toMatchObject({ running_test: { task_id: json.task_id, service: 'openai' }, test: { calls: 2 } });
    const run = () => api.call(`/api/runs/${json.task_id}`, { bearer: admin.accessToken });
    expect((await run()).json).toMatchObject({ kind: 'connection-test', status: 'running', tokens: { reserved: 0 } });
    expect((await api.call(`/api/runs/${json.task_id}`, { bearer: operator.accessToken })).status).toBe(404);
    await api.call(`/api/runs/${json.task_id}`, { method: 'DELETE', bearer: admin.accessToken });
    expect([(await run()).json.status, (await read()).running_test]).toEqual(['cancelled', null]);

    const saved = await ask('/openai', { method: 'PUT', body: openai() });
    expect(stateOf(saved.json)).toEqual({ grok: 'none', claude: 'none', gemini: 'none', openai: 'connected' });
    expect(config()).toMatchObject({ aiMode: 'live', vendors: { openai: { model: 'gpt-6.1-terra', apiKey: KEY } } });
    expect(SERVICES.filter((service) => config().vendors[service].apiKey !== '')).toEqual(['openai']);
    expect((await api.call('/api/about')).json.ai_mode).toBe('live');

    // another process, after a kill -9, reads the stored connection
    setConfig(usual);
    await applyConnections();
    expect(config().vendors.openai.apiKey).toBe(KEY);
  });

  it('a key is encrypted, never returned, logged in the audit or sent to another address', async () => {
    await ask('/openai', { method: 'PUT', body: openai() });
    const [row] = await knex()('service_connection').select();
    expect(row!.key_sealed!.includes(KEY)).toBe(false);
    const body = await read();
    expect(JSON.stringify(body)).not.toContain(KEY);
    expect(body.connections.find(({ service }: { service: string }) => service === 'openai')).toMatchObject({ key_hint: 'k7Qw' });
    expect(await knex()('audit_entry').where({ action: 'connection.save' }).orderBy('id', 'desc').first()).toMatchObject({
      actor: `account:${admin.userId}`,
      subject: 'service:openai',
      detail: { after: { is_new_key: true } },
    });
    expect(JSON.stringify(await knex()('audit_entry'))).not.toContain(KEY);

    // without a key, the stored key is used, but only for its original address
    const { key: _, ...kept } = openai({ model: 'gpt-5.5' });
    expect((await ask('/openai', { method: 'PUT', body: kept })).status).toBe(200);
    expect(config().vendors.openai).toMatchObject({ model: 'gpt-5.5', apiKey: KEY });
    const elsewhere = await ask('/openai/test', { body: { ...kept, base_url: `${sandbox.url}/xai/v1` } });
    expect([elsewhere.status, elsewhere.json.errors[0].path]).toEqual([400, 'key']);
  });

  it('an own server needs no key, has the role assigned to it, and is free on this network', async () => {
    const listed = (await ask('/claude/models', { body: { kind: 'compatible', base_url: `${sandbox.url}/ollama` } })).json;
    // the address lacked /v1
    expect([listed.models[0], listed.base_url]).toEqual(['qwen3:8b', `${sandbox.url}/ollama/v1`]);
    await ask('/claude', { method: 'PUT', body: ollama({ context_tokens: 16_384 }) });
    expect(config()).toMatchObject({
      aiMode: 'local',
      vendors: { claude: { compatible: { contextTokens: 16_384, price: { input: 0, output: 0 } } } },
    });
    const removed = await ask('/claude/remove', { body: {} });
    expect(stateOf(removed.json)['claude']).toBe('sandbox');
    expect(config()).toBe(usual);
  });

  it('elsewhere an own server needs a price; its context size is the one learnt, unless somebody sets one', async () => {
    const away = ollama({ base_url: 'https://models.example.com/v1' });
    const refused = await ask('/claude', { method: 'PUT', body: away });
    expect([refused.status, refused.json.errors[0].path]).toEqual([400, 'price']);
    await learnTraits({ baseURL: away.base_url, model: away.model }, { context: 4_096, words_a_second: 45 }, 'a test');
    const saved = (await ask('/claude', { method: 'PUT', body: { ...away, price: { input: 0.1, output: 0.4 } } })).json;
    const claude = saved.connections.find(({ service }: { service: string }) => service === 'claude');
    expect(claude).toMatchObject({ context_tokens: 4_096, price: { input: 0.1, output: 0.4 } });
    expect(claude.learnt).toMatchObject([
      { trait: 'context', value: 4_096, source: 'a test', is_old: false },
      { trait: 'words_a_second', value: 45 },
    ]);
  });

  it('Gemini answers on Vertex AI with the key file of a service account, which is encrypted like a key', async () => {
    const file = await (await fetch(`${sandbox.url}/vertex/service-account.json`)).text();
    const base_url = `${sandbox.url}/vertex/v1/projects/sandbox-project/locations/global/publishers/google`;
    const vertex = { kind: 'vertex', base_url, key: file };
    expect((await ask('/gemini/models', { body: vertex })).json).toMatchObject({
      models: ['gemini-3.8-flash', 'gemini-4-pro'],
      problem: null,
    });

    const saved = (await ask('/gemini', { method: 'PUT', body: { ...vertex, model: 'gemini-3.8-flash' } })).json;
    expect(saved.connections.find(({ service }: { service: string }) => service === 'gemini')).toMatchObject({
      state: 'connected',
      kind: 'vertex',
      key_hint: 'courses@sandbox-project.iam.gserviceaccount.com',
      price: { input: expect.any(Number) },
    });
    expect(JSON.stringify([saved, await knex()('service_connection'), await knex()('audit_entry')])).not.toContain('PRIVATE KEY');
    // Gemini's pictures and batches are sold elsewhere, with a separate key
    expect(config().accounts.gemini).toEqual(usual.accounts.gemini);
    expect(hasBatches('gemini')).toBe(false);
    // the stored file is used for its original address
    expect((await ask('/gemini/test', { body: { kind: 'vertex', base_url, model: 'gemini-4-pro' } })).status).toBe(202);
  });

  it('problems of a service account are reported: not a key file, a deleted key, another service', async () => {
    const file = JSON.parse(await (await fetch(`${sandbox.url}/vertex/service-account.json`)).text());
    const base_url = `${sandbox.url}/vertex/v1/projects/sandbox-project/locations/global/publishers/google`;
    const list = (key: string, service = 'gemini') => ask(`/${service}/models`, { body: { kind: 'vertex', base_url, key } });
    const refused = [
      await list('AIza-a-key'),
      await list(JSON.stringify({ type: 'authorized_user' })),
      await list(JSON.stringify(file), 'claude'),
    ];
    expect(refused.map(({ status, json }) => [status, json.errors[0].path])).toEqual([
      [400, 'key'],
      [400, 'key'],
      [400, 'kind'],
    ]);
    expect((await list(JSON.stringify({ ...file, private_key_id: 'deleted' }))).json.problem.code).toBe('wrong_key');
    // the file cannot direct its token requests to another server
    const google = serviceAccountIn(JSON.stringify({ ...file, token_uri: 'http://169.254.169.254/token' }), base_url);
    expect(google?.tokenAddress).toBe('https://oauth2.googleapis.com/token');
  });

  it('the environment takes precedence over the stored values', async () => {
    await ask('/openai', { method: 'PUT', body: openai() });
    const rows = await knex()('service_connection').select();
    const live: Config = { ...usual, aiMode: 'live' };
    expect(withConnections(live, rows)).toBe(live);
    const without = { ...live, vendors: { ...live.vendors, openai: { ...live.vendors.openai, apiKey: '' } } };
    expect(withConnections(without, rows).vendors).toMatchObject({ openai: { apiKey: KEY }, claude: live.vendors.claude });
  });

  it('a key encrypted by another installation must be entered again', async () => {
    await ask('/openai', { method: 'PUT', body: openai() });
    setConfig({ ...usual, sessionSecret: new TextEncoder().encode('another installation’s secret, as long as needed') });
    await applyConnections();
    expect(config().vendors.openai.apiKey).not.toBe(KEY);
    await knex()('service_connection')
      .where({ service: 'openai' })
      .update({ key_sealed: Buffer.alloc(60) });
    setConfig(usual);
    await applyConnections();
    expect(stateOf(await read())['openai']).toBe('unreadable');
  });

  it('after the installation’s secret changed, one command makes the keys readable again, and repeating it changes nothing', async () => {
    await ask('/openai', { method: 'PUT', body: openai() });
    const before = usual.sessionSecret;
    setConfig({ ...usual, sessionSecret: new TextEncoder().encode('the secret that takes its place, as long as needed') });
    await applyConnections();
    expect(stateOf(await connections())['openai']).toBe('unreadable');
    const rotate = () => knex().transaction((trx) => resealConnections(trx, before));
    expect([await rotate(), await rotate()]).toEqual([1, 0]);
    await applyConnections();
    expect(stateOf(await connections())['openai']).toBe('connected');
    expect(config().vendors.openai.apiKey).toBe(KEY);
  });

  it('no table contains a key in plain text, and so no backup and no export does', async () => {
    await ask('/openai', { method: 'PUT', body: openai() });
    await ask('/openai/test', { body: openai() });
    const tables = (await knex().raw(`select tablename from pg_tables where schemaname = 'public'`)).rows as { tablename: string }[];
    const inText = [KEY, Buffer.from(KEY).toString('hex'), Buffer.from(KEY).toString('base64')];
    for (const { tablename } of tables) {
      const { rows } = await knex().raw(`select t::text as text from "${tablename}" t where t::text ilike any (?)`, [
        inText.map((one) => `%${one}%`),
      ]);
      expect(rows, tablename).toEqual([]);
    }
    expect(tables.length).toBeGreaterThan(100);
  });

  it('operators see the connections, and only administrators change or test them', async () => {
    expect(await read(operator)).toMatchObject({ may_change: false });
    expect(await read()).toMatchObject({ may_change: true, needs_code: false, may_be_private: true });
    for (const [target, method] of [
      ['/openai', 'PUT'],
      ['/openai/test', 'POST'],
      ['/openai/models', 'POST'],
      ['/openai/remove', 'POST'],
    ] as const)
      expect((await ask(target, { method, body: target.endsWith('remove') ? {} : openai(), by: operator })).status).toBe(403);
  });

  it('only an administrator limits the cost of a service, even of one that is not connected', async () => {
    const budget = { day_cents: 500, month_cents: 10_000, at_end: 'wait' };
    const set = (body: object, by = admin) => ask('/claude/budget', { method: 'PUT', body, by });
    const ofClaude = (body: { connections: { service: string }[] }) => body.connections.find(({ service }) => service === 'claude');
    expect((await set(budget, operator)).status).toBe(403);
    expect((await set({ ...budget, day_cents: 0 })).status).toBe(400);
    await knex()('service_spend_day').insert({
      service: 'claude',
      day: knex().raw(`(now() at time zone 'utc')::date`),
      micro_usd: 5_200_000,
      presumed_micro_usd: 200_000,
    });
    expect(ofClaude((await set(budget)).json)).toMatchObject({
      budget,
      spent_today_micro_usd: 5_000_000,
      spent_month_micro_usd: 5_000_000,
      used_up_until: expect.stringMatching(/T00:00:00.000Z$/),
    });
    expect(await knex()('audit_entry').where({ action: 'connection.budget' }).orderBy('id', 'desc').first()).toMatchObject({
      actor: `account:${admin.userId}`,
      subject: 'service:claude',
      detail: { before: null, after: budget },
    });
    const lifted = await set({ day_cents: null, month_cents: null, at_end: 'others' });
    expect(ofClaude(lifted.json)).toMatchObject({ budget: null, used_up_until: null, spent_today_micro_usd: 5_000_000 });
  });

  it('with two-step sign-in, a change needs a code', async () => {
    const { sealed, text } = newTotpSecret({ accountId: admin.userId, email: admin.email });
    await knex()('second_factor').insert({ account_id: admin.userId, secret: sealed, confirmed_at: new Date() });
    for (const more of [{}, { code: '000000' }]) {
      const refused = await ask('/openai', { method: 'PUT', body: openai(more) });
      expect(refused.json.code).toBe('auth.code_wrong');
    }
    expect(await knex()('service_connection').select()).toEqual([]);
    const code = new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(text) }).generate();
    expect((await ask('/openai', { method: 'PUT', body: openai({ code }) })).status).toBe(200);
    expect(stateOf(await read())['openai']).toBe('connected');
    // a code works once: somebody who saw it cannot reuse it
    expect((await ask('/openai/remove', { body: { code } })).json.code).toBe('auth.code_wrong');
    expect(stateOf(await read())['openai']).toBe('connected');
    await knex()('second_factor').where({ account_id: admin.userId }).delete();
  });

  it.each(['ftp://example.com/v1', 'https://user:secret@example.com/v1', 'nothing', 'https://example.com/v1?key=1'])(
    'the address %s is refused',
    async (base_url) => {
      const { status, json } = await ask('/openai/test', { body: openai({ base_url }) });
      expect([status, json.errors[0].path]).toEqual([400, 'base_url']);
    },
  );

  it.each([
    'http://169.254.169.254/v1',
    'http://2852039166/v1',
    'http://[::ffff:169.254.169.254]/v1',
    'http://[fd00:ec2::254]/v1',
    'http://[fe80::1]/v1',
    'http://metadata.google.internal/v1',
    'http://METADATA.google.internal./v1',
    'http://100.100.100.200/v1',
    'http://168.63.129.16/v1',
    'http://0xa9fea9fe/v1',
    'http://[fd00:42::42]/v1',
    // through a gateway to IPv4
    'http://[64:ff9b::169.254.169.254]/v1',
    'http://[64:ff9b:1::a9fe:a9fe]/v1',
    'http://[2002:a9fe:a9fe::1]/v1',
    'http://[::a9fe:a9fe]/v1',
    'http://api.metadata.cloud.ibm.com/v1',
    'http://metadata.packet.net/v1',
  ])('a cloud’s metadata service is never accepted as an AI service, even if private addresses are allowed: %s', async (base_url) => {
    expect(config().privateConnections).toBe(true);
    const { status, json } = await ask('/openai/test', { body: openai({ base_url }) });
    expect([status, json.errors[0].path]).toEqual([400, 'base_url']);
  });

  it('on a public installation, nobody calls an address of its network', async () => {
    setConfig({ ...usual, privateConnections: false });
    expect((await ask('/openai/test', { body: openai() })).json.errors[0].path).toBe('base_url');
    const { model: _, ...away } = openai({ base_url: 'https://192.168.3.4/v1' });
    const { json } = await ask('/openai/models', { body: away });
    expect(json.problem.code).toBe('address_refused');
  });
});

describe('problems are reported', () => {
  let server: Server;
  let answer: { status: number; body: object | string } = { status: 200, body: {} };
  beforeAll(async () => {
    server = createServer((req, res) => {
      req.resume();
      res.writeHead(answer.status, { 'content-type': 'application/json' });
      res.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => void server.close());
  const at = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const said = (message: string, code: string) => ({ error: { message, type: code, code, param: null } });

  it('no line of the log contains a key, even if a service repeats it', async () => {
    const write = vi.spyOn((logger() as unknown as Record<symbol, { write: (line: string) => unknown }>)[symbols.streamSym]!, 'write');
    write.mockImplementation(() => true);
    const { level } = logger();
    logger().level = 'trace';
    try {
      await ask('/openai', { method: 'PUT', body: openai({ base_url: at() }) });
      for (const status of [401, 403, 429, 500]) {
        answer = { status, body: said(`The key ${KEY} cannot be used: Bearer ${KEY}.`, 'refused') };
        await ask('/openai/models', { body: openai({ base_url: at() }) });
        await ask('/openai/test', { body: openai({ base_url: at() }) });
        await knex()('vendor_lane').delete();
        const call = {
          service: 'openai',
          purpose: 'outline',
          instructions: 'Write.',
          prompt: 'Bees.',
          schema: declareAnswer('title', z.object({ title: z.string() })),
        } as const;
        const of = { maxOutputTokens: 100, lane: 'interactive', accountId: null, runId: null, stepId: null } as const;
        await expect(askModel({ ...call, ...of, signal: AbortSignal.timeout(30_000) })).rejects.toBeInstanceOf(VendorFailure);
      }
      // a call that fails early: a key in the wrong place
      await ask(`/openai?key=${KEY}`, { method: 'PUT', body: { ...openai(), model: '', [KEY]: KEY } });
      await ask('/openai/remove', { body: {} });
      const lines = write.mock.calls.map(([line]) => line);
      expect(lines.filter((line) => line.includes('"vendor call"')).length).toBeGreaterThanOrEqual(4);
      const inText = [KEY, Buffer.from(KEY).toString('hex'), Buffer.from(KEY).toString('base64').slice(0, -4)];
      expect(lines.filter((line) => inText.some((one) => line.includes(one)))).toEqual([]);
    } finally {
      logger().level = level;
      write.mockRestore();
    }
  });

  it('nothing answers', async () => {
    expect((await ask('/openai/models', { body: { kind: 'vendor', base_url: 'http://127.0.0.1:9/v1', key: KEY } })).json.problem.code).toBe(
      'not_reachable',
    );
  });
});
