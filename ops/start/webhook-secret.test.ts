import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { webhookSecret } from './webhook-secret.mjs';

it('the webhook secret is made once, for its owner only', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'webhook-secret-'));
  const secret = webhookSecret(dataDir);
  expect(secret).toMatch(/^whsec_[0-9a-f]{64}$/);
  expect(webhookSecret(dataDir)).toBe(secret);
  expect(readdirSync(path.join(dataDir, 'secrets'))).toEqual(['stripe-webhook']);
  if (process.platform !== 'win32') expect(statSync(path.join(dataDir, 'secrets', 'stripe-webhook')).mode & 0o777).toBe(0o600);
  rmSync(dataDir, { recursive: true });
});
