import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WEBHOOK_PATH } from '#contract/billing/payments.contract.ts';
import { FROM_OUR_PAGE, PASSWORD, send } from '#api/testing/test-api.ts';
import { useBilling, WEBHOOK_SECRET } from './billing-stack.factory.ts';

const billing = useBilling();
const KEY = 'sk_test_51SecretOfThisTest';
const CARD = '4242424242424242';
const SECRET = /sk_test_51\w+|whsec_\w+|cs_(test|live)_\w+|4242\s?4242\s?4242\s?4242|4000\s?0000\s?0000\s?0002/;

/** A separate process with the most verbose log level, whose output the test can capture. */
let child: ChildProcess;
let origin = '';
let output = '';
let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'coursewright-secrets-'));
  child = spawn(process.execPath, [path.join(import.meta.dirname, '../main.ts')], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: dataDir,
      DATABASE_URL: billing.database.url,
      PORT: '0',
      ADMIN_PORT: '0',
      PUBLIC_ORIGIN: 'http://localhost:3000',
      DATABASE_POOL: '5',
      LOG_LEVEL: 'trace',
      STRIPE_SECRET_KEY: KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: billing.sandbox.url,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (output += chunk));
  await vi.waitUntil(() => output.includes('api is listening'), { timeout: 60_000 });
  const line = JSON.parse(output.split('\n').find((text) => text.includes('api is listening'))!);
  origin = `http://127.0.0.1:${line.port}`;
});
afterAll(() => {
  child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

/** Returns all texts of a user's data export. */
async function takeOut(bearer: string): Promise<string> {
  const answer = await fetch(`${origin}/api/user/data-export`, { headers: { authorization: `Bearer ${bearer}` } });
  expect(answer.status).toBe(200);
  return Object.values(unzipSync(new Uint8Array(await answer.arrayBuffer())))
    .map((bytes) => strFromU8(bytes))
    .join('\n');
}

describe('secrets', () => {
  it('no key, signing secret, session or card number is in a log, a response, a data export or the store', async () => {
    const answers: string[] = [];
    const call = async (target: string, sent: Parameters<typeof send>[2] = {}) => {
      const answer = await send(origin, target, sent);
      answers.push(answer.text);
      return answer;
    };
    const register = { email: 'secret@example.com', password: PASSWORD, first_name: 'S', last_name: 'T', terms_accepted: true };
    const { json } = await call('/api/auth/register', { body: register, headers: FROM_OUR_PAGE });
    const bearer = json.access_token;
    const user_id = json.user.user_id;
    const page = (await call('/api/purchase-tokens', { body: { user_id, token_amount: 300 }, bearer })).json;
    // the page's own id is only for its owner
    answers.pop();
    await billing.pay(page.session_id, { card: '4000000000000002' });
    await billing.pay(page.session_id, { card: CARD });
    await call(`/api/payments/status/${page.session_id}`, { bearer });
    await call(`/api/payments/status/${page.session_id}x`, { bearer });
    await call(`/api/payments/status/cs_test_of_somebody_else`, { bearer });
    await call(WEBHOOK_PATH, {
      method: 'POST',
      rawBody: `{"id":"${page.session_id}"}`,
      headers: { 'Stripe-Signature': `t=1,v1=${WEBHOOK_SECRET}` },
    });
    await call('/api/subscription', { bearer });
    const { json: list } = await call('/api/subscription/invoices', { bearer });
    await call(`/api/subscription/invoices/${list.invoices[0].id}/refund`, { method: 'POST', bearer });
    const other = await billing.someone();
    const { session_id: ofOther } = await billing.checkout(other, 100);
    const exported = await takeOut(bearer);
    answers.push(exported);
    expect(exported).toMatch(/"stripe_payment_intent_id" : "pi_\w+"/);
    for (const text of [ofOther, other.userId, other.email]) expect(exported).not.toContain(text);
    for (const mode of ['500', '429', 'down', 'garbage']) {
      await billing.breakStripe(mode);
      await call('/api/purchase-tokens', { body: { user_id, token_amount: 300 }, bearer });
    }
    await billing.breakStripe(null);
    await billing.control('DELETE', '');
    // Stripe no longer knows the customer and the price, and quotes both
    await call('/api/subscription/portal', { method: 'POST', body: {}, bearer });

    expect(output).toContain('"route":"paymentStatus"');
    expect(output).toContain('"path":"/api/payments/status/:session_id"');
    expect(SECRET.exec(output)?.[0]).toBeUndefined();
    // receipts of the sandbox contain no session id either
    expect(SECRET.exec(answers.join('\n'))?.[0]).toBeUndefined();
    const { rows: tables } = await billing
      .knex()
      .raw(`select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`);
    for (const { table_name } of tables) {
      const { rows } = await billing.knex().raw(`select to_jsonb(t)::text as row from ?? t`, [table_name]);
      for (const { row } of rows) expect(row).not.toMatch(/sk_test_51\w+|whsec_\w+|4242\s?4242\s?4242\s?4242|4000\s?0000\s?0000\s?0002/);
    }
  });

  it('no API key is in a log or a data export, even if an app puts it into an address or a request id', async () => {
    const register = { email: 'program@example.com', password: PASSWORD, first_name: 'S', last_name: 'T', terms_accepted: true };
    const { access_token: bearer, user } = (await send(origin, '/api/auth/register', { body: register, headers: FROM_OUR_PAGE })).json;
    await billing.knex()('account').where({ id: user.user_id }).update({ email_verified_at: new Date() });
    const body = { name: 'Reports', scopes: ['courses:read'], days: 1, day_budget: 0, password: PASSWORD };
    const { secret } = (await send(origin, '/api/keys/account', { body, bearer })).json;
    expect(secret).toMatch(/^cwk_live_/);
    for (const target of ['/api/caller', '/api/auth/sessions', `/api/courses/${secret}`, `/api/${secret}`, `/api/caller?key=${secret}`])
      await send(origin, target, { bearer: secret, headers: { 'X-Request-Id': secret } });
    await vi.waitUntil(() => output.includes('"api_key_id"'));
    expect(output).toContain('cwk_live_[redacted]');
    expect(output).not.toContain(secret.slice(9));
    expect(await takeOut(bearer)).not.toContain(secret.slice(9));
  });

  it('the audit cannot be changed or deleted', async () => {
    const person = await billing.someone();
    await billing.checkout(person, 100);
    const entries = () =>
      billing
        .knex()('audit_entry')
        .where({ actor: `account:${person.userId}` });
    expect(await entries()).toMatchObject([{ action: 'checkout.start' }]);
    await expect(entries().update({ actor: 'nobody' })).rejects.toThrow('append-only');
    await expect(entries().delete()).rejects.toThrow('append-only');
    await expect(billing.knex().raw('truncate audit_entry')).rejects.toThrow('append-only');
    expect(await entries()).toHaveLength(1);
  });
});
