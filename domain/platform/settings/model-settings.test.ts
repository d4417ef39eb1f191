import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '#domain/platform/config.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'coursewright-models-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const read = (env: Record<string, string>) =>
  readConfig({ DATABASE_URL: 'postgres://db.example.com/app', SESSION_SECRET: 'x'.repeat(32), DATA_DIR: dataDir, ...env });
const problems = (env: Record<string, string>): string => {
  try {
    read(env);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
};

it('one local server answers for all four services, while the sandbox stands in for everything else', () => {
  const { vendors, accounts, payments, google, hasStandIns, services } = read({ AI_MODE: 'local', SANDBOX_PORT: '3100' });
  for (const vendor of Object.values(vendors))
    expect(vendor).toMatchObject({ baseURL: 'http://127.0.0.1:11434/v1', model: '', compatible: { contextTokens: 8_192 } });
  expect(accounts.gemini.baseURL).toBe('http://127.0.0.1:3100/gemini/v1beta');
  expect([hasStandIns, payments.mode, google.mode]).toEqual([true, 'sandbox', 'sandbox']);
  expect(services).toEqual({ speech: false, translation: true });
});

it('each service may have its own server, model, window and price beside the vendors', () => {
  const { vendors, accounts } = read({
    AI_MODE: 'live',
    ANTHROPIC_API_KEY: 'key',
    GEMINI_PROVIDER: 'compatible',
    GEMINI_BASE_URL: 'https://gateway.example.com/v1',
    GEMINI_MODEL: 'llama-4-70b',
    GEMINI_CONTEXT_TOKENS: '32768',
    GEMINI_PRICE: '0.10,0.40',
  });
  expect(vendors.claude).toMatchObject({ apiKey: 'key', compatible: null });
  expect(vendors.gemini).toMatchObject({
    baseURL: 'https://gateway.example.com/v1',
    model: 'llama-4-70b',
    compatible: { contextTokens: 32_768, price: { input: 0.1, output: 0.4 } },
  });
  // pictures and speech of the vendor are not the gateway's
  expect(accounts.gemini.apiKey).toBe('');
});

it('names missing or wrong settings', () => {
  expect(problems({ CLAUDE_PROVIDER: 'compatible' })).toContain('CLAUDE_PROVIDER: compatible needs AI_MODE=live or AI_MODE=local');
  expect(problems({ AI_MODE: 'live', GROK_PROVIDER: 'compatible' })).toMatch(/GROK_BASE_URL: .*\nGROK_MODEL: /);
  expect(problems({ AI_MODE: 'local', OPENAI_PRICE: 'cheap' })).toContain('OPENAI_PRICE: two prices in US dollars');
  // an administrator may connect services while everything is running
  expect(problems({ AI_MODE: 'live' })).toBe('');
});
