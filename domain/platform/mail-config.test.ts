import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'coursewright-mail-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const mailOf = (env: Record<string, string>) =>
  readConfig({ DATABASE_URL: 'postgres://db.example.com/app', SESSION_SECRET: 'x'.repeat(32), DATA_DIR: dataDir, ...env }).mail;
const LIVE = { AI_MODE: 'live', ANTHROPIC_API_KEY: 'k' };

it('development sends emails into the sandbox beside it', () => {
  expect(mailOf({ PORT: '4000' })).toEqual({
    smtpUrl: 'smtp://sandbox:sandbox@127.0.0.1:4500',
    from: 'Coursewright <no-reply@localhost>',
  });
  expect(mailOf({ SANDBOX_SMTP_PORT: '4777' }).smtpUrl).toMatch(/:4777$/);
  expect(mailOf({ SMTP_URL: 'smtp://mail.example.com' }).smtpUrl).toBe('smtp://mail.example.com');
});

it('live without a server, email is not configured; nothing is guessed', () => {
  expect(mailOf(LIVE).smtpUrl).toBeNull();
  expect(mailOf({ ...LIVE, SMTP_URL: 'smtps://u:p%40@mail.example.com', PUBLIC_ORIGIN: 'https://learn.example.com' })).toEqual({
    smtpUrl: 'smtps://u:p%40@mail.example.com',
    from: 'Coursewright <no-reply@learn.example.com>',
  });
});

it.each([
  ['SMTP_URL', 'https://mail.example.com'],
  ['SMTP_URL', 'mail.example.com:25'],
  ['MAIL_FROM', 'nobody'],
  ['MAIL_FROM', 'Us <us@example.com>\r\nBcc: all@example.com'],
])('%s cannot be %j', (name, value) => {
  expect(() => mailOf({ [name]: value })).toThrow(ConfigError);
});

it.each(['us@example.com', 'Our house <us@example.com>'])('emails can come from %s', (from) => {
  expect(mailOf({ MAIL_FROM: from }).from).toBe(from);
});
