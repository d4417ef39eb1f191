import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, it } from 'vitest';
import { BUDGET_KB, LANDING_BUDGET_KB, measure, measureDocument } from '#ops/checks/bundle-size.mjs';
import { secretsIn } from '#ops/checks/bundle-secrets.mjs';
import { readRecord } from '#ops/start/run-record.mjs';

const DIST = path.resolve(import.meta.dirname, '../../frontend/dist');

it('nothing that everybody is sent holds a secret of this installation, a key, a card number or a password hash', () => {
  const folder = path.join(inject('stackDir'), 'secrets');
  const known = Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8').trim()]));
  expect(Object.values(known).every((secret) => secret.length >= 16)).toBe(true);
  const { databaseUrl } = readRecord(inject('stackDir'))!;
  expect(secretsIn(DIST, { ...known, 'the address of the store': databaseUrl! })).toEqual([]);
});

it('the first signed-in screen and the landing page keep to their budgets of script', () => {
  expect(measure(DIST).builder.kb).toBeLessThanOrEqual(BUDGET_KB);
  expect(measureDocument(DIST, 'landing')).toBeLessThanOrEqual(LANDING_BUDGET_KB);
});
