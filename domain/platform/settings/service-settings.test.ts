import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#domain/platform/config.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'coursewright-services-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const servicesOf = (env: Record<string, string>) =>
  readConfig({ DATABASE_URL: 'postgres://db.example.com/app', SESSION_SECRET: 'x'.repeat(32), DATA_DIR: dataDir, ...env }).services;

it('the sandbox neither transcribes nor translates, unless tests ask for its stand-ins', () => {
  expect(servicesOf({})).toEqual({ speech: false, translation: false });
  expect(servicesOf({ SANDBOX_SERVICES: 'translation, speech' })).toEqual({ speech: true, translation: true });
  expect(() => servicesOf({ SANDBOX_SERVICES: 'grades' })).toThrow(ConfigError);
});

it('real services do both', () => {
  expect(servicesOf({ AI_MODE: 'live', OPENAI_API_KEY: 'k' })).toEqual({ speech: true, translation: true });
});
