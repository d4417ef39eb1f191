import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { installSecret } from './install-secret.mjs';

const folder = () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'coursewright-secret-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
};

it('is generated once, private, and read again', () => {
  const dataDir = folder();
  const secret = installSecret(dataDir, 'session');
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(installSecret(dataDir, 'session')).toBe(secret);
  expect(readdirSync(path.join(dataDir, 'secrets'))).toEqual(['session']);
  expect(statSync(path.join(dataDir, 'secrets', 'session')).mode & 0o777).toBe(0o600);
});

it('of webhooks is the same whether the launcher or the api comes first, and has a recognisable prefix', () => {
  const dataDir = folder();
  const module = new URL('./install-secret.mjs', import.meta.url).href;
  const script = `import { installSecret } from '${module}'; process.stdout.write(installSecret(process.argv[1], 'stripe-webhook', 'whsec_'))`;
  const ofLauncher = execFileSync(process.execPath, ['--input-type=module', '-e', script, dataDir], { encoding: 'utf8' });
  expect(ofLauncher).toMatch(/^whsec_[0-9a-f]{64}$/);
  expect(installSecret(dataDir, 'stripe-webhook', 'whsec_')).toBe(ofLauncher);
  expect(readdirSync(path.join(dataDir, 'secrets'))).toEqual(['stripe-webhook']);
});

it('of webhooks without its prefix is refused, also by the launcher', () => {
  const dataDir = folder();
  mkdirSync(path.join(dataDir, 'secrets'));
  writeFileSync(path.join(dataDir, 'secrets', 'stripe-webhook'), 'a'.repeat(64));
  expect(() => installSecret(dataDir, 'stripe-webhook', 'whsec_')).toThrow(/does not contain a secret/);
});

it.each([
  ['nothing', ''],
  ['a word', 'secret'],
  ['blanks', ' '.repeat(64)],
])('a file with %s is refused by name', (_what, text) => {
  const dataDir = folder();
  mkdirSync(path.join(dataDir, 'secrets'));
  writeFileSync(path.join(dataDir, 'secrets', 'session'), text);
  expect(() => installSecret(dataDir, 'session')).toThrow(/secrets.session does not contain a secret of at least 32 characters/);
});
