import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { BUDGET_KB, LANDING_BUDGET_KB, measure, measureDocument } from '#ops/checks/bundle-size.mjs';
import { secretsIn } from '#ops/checks/bundle-secrets.mjs';
import { readRecord } from '#ops/start/run-record.mjs';
import { expect, test } from '../support/test.ts';
import { installation } from '../support/installation.ts';

const DIST = path.resolve(import.meta.dirname, '../../frontend/dist');

test('no publicly served file contains a secret of this installation, a key, a card number or a password hash', () => {
  const folder = path.join(installation().stackDir, 'secrets');
  const known = Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8').trim()]));
  expect(Object.values(known).every((secret) => secret.length >= 16)).toBe(true);
  const { databaseUrl } = readRecord(installation().stackDir)!;
  expect(secretsIn(DIST, { ...known, 'the address of the store': databaseUrl! })).toEqual([]);
});

test('the first signed-in screen and the landing page keep to their budgets of script', () => {
  expect(measure(DIST).builder.kb).toBeLessThanOrEqual(BUDGET_KB);
  expect(measureDocument(DIST, 'landing')).toBeLessThanOrEqual(LANDING_BUDGET_KB);
});
