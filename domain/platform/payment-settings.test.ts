import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'coursewright-payments-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const read = (env: NodeJS.ProcessEnv) => readConfig({ DATABASE_URL: 'postgres://x', DATA_DIR: dataDir, ...env }).payments;
const LIVE_AI = { AI_MODE: 'live', OPENAI_API_KEY: 'key' };
const KEYS = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };

describe('payment settings', () => {
  it('without a key in development: the sandbox, with a permanent signing secret of this installation', () => {
    const settings = read({ PORT: '3000' });
    expect(settings).toMatchObject({ mode: 'sandbox', secretKey: 'sk_test_sandbox', protocol: 'http', host: '127.0.0.1', port: 3100 });
    expect(settings.webhookSecrets).toEqual([expect.stringMatching(/^whsec_[0-9a-f]{64}$/)]);
    expect(read({}).webhookSecrets).toEqual(settings.webhookSecrets);
    expect(readFileSync(path.join(dataDir, 'secrets', 'stripe-webhook'), 'utf8').trim()).toBe(settings.webhookSecrets[0]);
  });

  it('without a key outside the sandbox: off', () => {
    expect(read(LIVE_AI)).toMatchObject({ mode: 'off', secretKey: '', webhookSecrets: [] });
  });

  it('with a test key: Stripe itself; two signing secrets while one replaces the other', () => {
    const settings = read({ ...KEYS, STRIPE_WEBHOOK_SECRET: 'whsec_new, whsec_old' });
    expect(settings).toMatchObject({
      mode: 'test',
      protocol: 'https',
      host: 'api.stripe.com',
      port: 443,
      webhookSecrets: ['whsec_new', 'whsec_old'],
    });
  });

  it('with a live key only if LIVE=1 allows it, and only at Stripe', () => {
    const live = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
    expect(read({ ...live, LIVE: '1' })).toMatchObject({ mode: 'live', host: 'api.stripe.com' });
    expect(() => read(live)).toThrow('set LIVE=1');
    expect(() => read({ ...live, LIVE: '1', STRIPE_API_BASE: 'http://127.0.0.1:3100' })).toThrow('a live key goes to Stripe');
    expect(() => read({ ...live, LIVE: '1', STRIPE_API_BASE: 'https://api.stripe.com.evil.example' })).toThrow('a live key goes to Stripe');
    expect(() => read({ ...live, STRIPE_SECRET_KEY: 'rk_live_1' })).toThrow('set LIVE=1');
  });

  it.each([
    [{ ...KEYS, STRIPE_API_BASE: 'http://stripe.example' }, 'https://'],
    [{ ...KEYS, STRIPE_API_BASE: 'https://api.stripe.com/v1' }, 'only scheme, host and port'],
    [{ ...KEYS, STRIPE_SECRET_KEY: 'pk_test_1' }, 'a key starts with'],
    [{ STRIPE_SECRET_KEY: 'sk_test_1' }, 'signing secret'],
    [{ ALLOWED_ORIGINS: 'http://learn.example' }, 'not an origin'],
    [{ ALLOWED_ORIGINS: 'https://learn.example/path' }, 'not an origin'],
    [{ ALLOWED_ORIGINS: 'https://*.example' }, 'not an origin'],
  ])('refuses %o', (env, words) => {
    expect(() => read(env)).toThrow(ConfigError);
    expect(() => read(env)).toThrow(words);
  });

  it('payments return to the public origin, to the additionally allowed ones, and in development to every name of this machine', () => {
    expect(read({ PORT: '4000' }).returnOrigins).toEqual(['http://localhost:4000', 'http://127.0.0.1:4000']);
    const production = {
      ...LIVE_AI,
      PUBLIC_ORIGIN: 'https://learn.example',
      SESSION_SECRET: 'x'.repeat(32),
      ALLOWED_ORIGINS: 'https://www.learn.example',
    };
    expect(read(production).returnOrigins).toEqual(['https://learn.example', 'https://www.learn.example']);
  });
});
