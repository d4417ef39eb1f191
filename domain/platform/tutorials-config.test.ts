import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'coursewright-tutorials-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const tutorialsOf = (env: Record<string, string>) =>
  readConfig({ DATABASE_URL: 'postgres://db.example.com/app', SESSION_SECRET: 'x'.repeat(32), DATA_DIR: dataDir, ...env }).tutorialsUrl;

it('HELP-01 the video tutorials are at the operator’s address, and nowhere without one', () => {
  expect(tutorialsOf({})).toBeNull();
  expect(tutorialsOf({ TUTORIALS_URL: 'https://videos.example.com/list?id=1' })).toBe('https://videos.example.com/list?id=1');
});

it.each(['javascript:alert(1)', 'videos.example.com', 'file:///etc/passwd'])('TUTORIALS_URL is no %s', (address) => {
  expect(() => tutorialsOf({ TUTORIALS_URL: address })).toThrow(ConfigError);
});
