import { mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { installSecret } from './install-secret.ts';

const folder = () => mkdtempSync(path.join(tmpdir(), 'coursewright-secret-'));

it('is made once, private, and read again', () => {
  const dataDir = folder();
  const secret = installSecret(dataDir, 'session');
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(installSecret(dataDir, 'session')).toBe(secret);
  expect(readdirSync(path.join(dataDir, 'secrets'))).toEqual(['session']);
  expect(statSync(path.join(dataDir, 'secrets', 'session')).mode & 0o777).toBe(0o600);
});

it.each([
  ['nothing', ''],
  ['a word', 'secret'],
  ['blanks', ' '.repeat(64)],
])('a file that holds %s is refused by name', (_what, text) => {
  const dataDir = folder();
  mkdirSync(path.join(dataDir, 'secrets'));
  writeFileSync(path.join(dataDir, 'secrets', 'session'), text);
  expect(() => installSecret(dataDir, 'session')).toThrow(/secrets.session holds no secret of at least 32 characters/);
});
