import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cookieOf, FROM_OUR_PAGE, send } from '#api/testing/test-api.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { startSandbox } from '#ops/sandbox/server.ts';

const database = useTestDatabase();
const main = path.join(import.meta.dirname, 'main.ts');
let dataDir: string;
let child: ChildProcess;
let output = '';

beforeAll(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'coursewright-api-'));
  return () => rmSync(dataDir, { recursive: true });
});
afterAll(() => child.kill('SIGKILL'));

function start(env: NodeJS.ProcessEnv): void {
  output = '';
  child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (output += chunk));
}

/** Starts the api. @returns the origins of the public and of the admin port */
async function startListening(env: NodeJS.ProcessEnv = {}): Promise<{ origin: string; admin: string }> {
  start({ DATABASE_URL: database.url, PORT: '0', ADMIN_PORT: '0', PUBLIC_ORIGIN: 'http://localhost:3000', DATABASE_POOL: '5', ...env });
  await vi.waitFor(() => expect(output).toContain('api is listening'), { timeout: 60_000 });
  const line = JSON.parse(output.split('\n').find((text) => text.includes('api is listening'))!);
  return { origin: `http://127.0.0.1:${line.port}`, admin: `http://127.0.0.1:${line.admin_port}` };
}

describe('the api process', () => {
  it('that cannot run with its settings prints each reason on a line, and exits with 1', async () => {
    start({ PORT: 'many', LOG_LEVEL: 'loud' });
    const [code] = await once(child, 'close');
    expect(code).toBe(1);
    expect(
      output
        .trim()
        .split('\n')
        .map((line) => line.split(':')[0])
        // a library's warning about Node.js, not about the settings
        .filter((name) => !name!.startsWith('oidc-provider'))
        .sort(),
    ).toEqual(['DATABASE_URL', 'LOG_LEVEL', 'PORT']);
  });

  it(
    'in production refuses to sell at prices that differ from the catalogue, and names them; elsewhere it warns',
    { tags: 'slow' },
    async () => {
      const stripe = await startSandbox({ port: 0 });
      const make = (path: string, body: string) =>
        fetch(`${stripe.url}/v1/${path}`, {
          method: 'POST',
          body,
          headers: { authorization: 'Bearer sk_test_prices', 'content-type': 'application/x-www-form-urlencoded' },
        });
      await make('products', 'id=cw_tokens_100&name=t');
      await make('prices', 'currency=usd&unit_amount=1&product=cw_tokens_100&lookup_key=tokens_100');
      const prices = { STRIPE_SECRET_KEY: 'sk_test_prices', STRIPE_WEBHOOK_SECRET: 'whsec_prices', STRIPE_API_BASE: stripe.url };
      const wrong = 'tokens_100: Stripe charges 1 cents, the catalogue says 999';
      await startListening(prices);
      expect(output).toContain(wrong);
      child.kill('SIGKILL');
      start({
        DATABASE_URL: database.url,
        PORT: '0',
        ADMIN_PORT: '0',
        PUBLIC_ORIGIN: 'http://localhost:3000',
        NODE_ENV: 'production',
        AI_MODE: 'live',
        OPENAI_API_KEY: 'key',
        SESSION_SECRET: 'x'.repeat(40),
        ...prices,
      });
      const [code] = await once(child, 'close');
      await stripe.close();
      expect([code, output]).toEqual([
        1,
        expect.stringContaining(`Prices at Stripe differ from the catalogue; correct them at Stripe:\n  ${wrong}`),
      ]);
      expect(output).not.toContain('api is listening');
    },
  );
});

// one process for all tests of this block, because starting it takes longer than they do
describe('the running api process', () => {
  let origin: string;
  let admin: string;
  beforeAll(async () => {
    ({ origin, admin } = await startListening({ LOG_LEVEL: 'trace', GENERATE_WAIT_MS: '30000' }));
  });

  it('is ready when store, schema and queues are, and serves metrics on the admin port only', async () => {
    const ready = await send(origin, '/api/health/ready');
    expect([ready.status, ready.json]).toEqual([
      200,
      { status: 'ready', checks: { store: 'ok', schema: 'ok', storage: 'ok', queues: 'ok' } },
    ]);
    const health = await send(origin, '/api/health');
    // this test has no worker, no sandbox for media and no mail
    expect(health.json).toMatchObject({ status: 'degraded', degraded: expect.arrayContaining(['workers', 'media']) });
    expect(health.json.parts).toMatchObject({
      store: 'ok',
      schema: 'ok',
      queues: 'ok',
      mail: 'ok',
      payments: 'ok',
      claude: 'ok',
      grok: 'ok',
    });
    const { json: about } = await send(origin, '/api/about');
    expect(about).toMatchObject({
      product: 'Coursewright',
      ai_mode: 'sandbox',
      connected_services: ['grok', 'claude', 'gemini', 'openai'],
      takes_payments: true,
      checkout_origin: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    });
    const metrics = await send(admin, '/metrics');
    expect(metrics.text).toContain('http_request_duration_seconds_count{route="ready",method="GET",status="200"} 1');
    expect((await send(admin, '/health')).json.status).toBe('ready');
    expect((await send(origin, '/metrics', { headers: { Accept: 'text/plain' } })).status).toBe(404);

    const connections = async () => {
      const { rows } = await database.knex.raw(
        `select count(*) from pg_stat_activity where datname = current_database() and application_name = 'coursewright-api'`,
      );
      return Number(rows[0].count);
    };
    // a closed connection may still be listed briefly
    await expect.poll(connections).toBeLessThanOrEqual(5);
  });

  it('writes no password, token, cookie, address query or request body into its log, at any level', async () => {
    const secrets = [
      'canary-password-1',
      'canary-guess-2',
      'canary-query-3',
      'canary-bearer-4',
      'canary-refresh-5',
      'canary-body-6',
      'canary-topic-7',
      'canary-shared-8',
    ];
    const [password, guess, query, bearer, refresh, broken, topic, shared] = secrets as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const email = 'logged@example.com';
    const registered = await send(origin, '/api/auth/register', {
      body: { email, password, first_name: 'L', last_name: 'G', terms_accepted: true },
    });
    const { access_token, refresh_token, user } = registered.json;
    const cookie = { cookie: cookieOf(registered)!, cookieName: '__Host-cw-3000', headers: FROM_OUR_PAGE };
    await send(origin, '/api/auth/login', { body: { email, password: guess } });
    await send(origin, `/api/courses/${user.user_id}?after=${query}`, { ...cookie, bearer: access_token });
    await send(origin, '/api/auth/me', { bearer });
    await send(origin, `/api/shared/${shared}`, {});
    await send(origin, '/api/auth/refresh', { body: { refresh_token: refresh } });
    const { json } = await send(origin, '/api/auth/refresh', { ...cookie, body: { refresh_token } });
    await send(origin, '/api/auth/login', { rawBody: `{"password":"${broken}` });
    await send(origin, '/api/generate-course', { body: { age: 3, topic, learning_goals: topic }, bearer: json.access_token });
    await send(origin, '/api/auth/logout', { ...cookie, body: { refresh_token: json.refresh_token } });

    await expect.poll(() => output).toContain('"route":"logout"');
    for (const route of ['register', 'login', 'listCourses', 'me', 'refresh', 'generateCourse'])
      expect(output).toContain(`"route":"${route}"`);
    for (const secret of [...secrets, email, access_token, refresh_token, json.access_token, json.refresh_token, cookie.cookie]) {
      expect(output).not.toContain(secret);
    }
    expect(output).toContain(registered.headers['x-request-id']);
  });

  it('logs no part of an address that might grant access: of no endpoint, and of no page', async () => {
    const secret = 'CanarySecret0123456789abcdefghij';
    const payment = 'cs_test_a1B2c3D4e5F6g7H8i9';
    const fill = (path: string, value: string) => path.replaceAll(/:\w+/g, value);
    const addresses: [string, string][] = ENDPOINTS.flatMap(({ method, path, name }) =>
      name === 'live' || !path.includes(':') ? [] : [secret, payment].map((value): [string, string] => [method, fill(path, value)]),
    );
    for (const { path } of ENDPOINTS) addresses.push(['GET', `${fill(path, secret)}/beyond`]);
    for (const page of ['/shared/:token', '/certificates/:id', '/market/:id', '/join/:token', '/assets/:id', '/:token'])
      addresses.push(['GET', fill(page, secret)]);
    const ask = ([method, path]: [string, string]) =>
      send(origin, `${path}?token=${secret}&code=${secret}`, { method, headers: FROM_OUR_PAGE });
    const logged = () => output.split('"msg":"request"').length;
    const before = logged();
    for (let at = 0; at < addresses.length; at += 20) await Promise.all(addresses.slice(at, at + 20).map(ask));
    await expect.poll(logged).toBeGreaterThanOrEqual(before + addresses.length);
    expect(output).toContain('"path":"/api/audio-feeds/:token/lessons/:lesson_id"');
    expect(output).toContain('"path":"/shared/…"');
    expect(output).not.toContain(secret);
    expect(output).not.toContain(payment);
  });

  it('stops in order on SIGTERM, and finishes a response that is in progress first', async () => {
    const email = 'waiting@example.com';
    const { json } = await send(origin, '/api/auth/register', {
      body: { email, password: 'correct horse', first_name: 'W', last_name: 'T', terms_accepted: true },
    });
    const body = { age: 30, topic: 'Bees', learning_goals: 'Keep one colony' };
    const headers = { Authorization: `Bearer ${json.access_token}`, 'Content-Type': 'application/json' };
    // fetch keeps its connection open, like browsers
    const waiting = fetch(`${origin}/api/generate-course`, { method: 'POST', headers, body: JSON.stringify(body) });
    await expect.poll(async () => (await database.knex('run').count())[0]?.count).toBe(1);
    child.kill('SIGTERM');
    const stopped = once(child, 'close');
    const answer = await waiting;
    const envelope = (await answer.json()) as { task_id: string; status: string };
    expect([answer.status, envelope.status]).toEqual([202, expect.stringMatching(/queued|running/)]);
    expect(answer.headers.get('location')).toBe(`/api/generate-course/status/${envelope.task_id}`);
    // the connection closes with its answer, so stopping does not wait for the drain time
    expect(answer.headers.get('connection')).toBe('close');
    expect(await stopped).toEqual([0, null]);
    expect(output).toContain('api is stopping');
  });
});
