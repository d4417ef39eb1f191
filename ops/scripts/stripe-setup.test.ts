import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ORGANISATION_PLANS, PLANS, TOKEN_PACKAGES } from '#contract/billing/catalogue.ts';
import { startSandbox, type Sandbox } from '../sandbox/server.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'coursewright-stripe-setup-'));
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
afterAll(async () => {
  await sandbox.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs the script as a separate process, as npm does. */
function setUp(env: NodeJS.ProcessEnv = {}): Promise<{ code: number; out: string; err: string }> {
  const file = fileURLToPath(new URL('./stripe-setup.ts', import.meta.url));
  const settings = {
    DATABASE_URL: 'postgres://unused',
    DATA_DIR: dataDir,
    STRIPE_SECRET_KEY: 'sk_test_setup',
    STRIPE_WEBHOOK_SECRET: 'whsec_setup',
  };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [file],
      {
        env: {
          PATH: process.env['PATH'],
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
          ...settings,
          STRIPE_API_BASE: sandbox.url,
          ...env,
        },
      },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

describe('npm run stripe-setup', () => {
  it('creates missing prices, changes nothing the second time, and reports differences', { tags: 'slow' }, async () => {
    const sold = PLANS.length + TOKEN_PACKAGES.length + ORGANISATION_PLANS.filter(({ sold_by }) => sold_by === 'checkout').length;
    expect(await setUp()).toEqual({ code: 0, out: `Stripe (test): ${sold} prices created, 0 match the catalogue.\n`, err: '' });
    expect(await setUp()).toEqual({ code: 0, out: `Stripe (test): 0 prices created, ${sold} match the catalogue.\n`, err: '' });

    const headers = { authorization: 'Bearer sk_test_setup', 'content-type': 'application/x-www-form-urlencoded' };
    const body = 'currency=usd&unit_amount=1&product=cw_tokens_100&lookup_key=tokens_100&transfer_lookup_key=true';
    expect((await fetch(`${sandbox.url}/v1/prices`, { method: 'POST', headers, body })).status).toBe(200);
    const { code, err } = await setUp();
    expect([code, err]).toEqual([1, expect.stringContaining('tokens_100: Stripe charges 1 cents, the catalogue says 999')]);
  });

  it('without a key names what is missing', async () => {
    const { code, err } = await setUp({ STRIPE_SECRET_KEY: '', AI_MODE: 'live', OPENAI_API_KEY: 'key' });
    expect([code, err]).toEqual([1, 'Set STRIPE_SECRET_KEY first.\n']);
  });
});
