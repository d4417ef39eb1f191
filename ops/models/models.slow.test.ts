import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { patience } from '#ops/testing/slowness.ts';
import { WAYS } from './ways/ways.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const TESTED = WAYS.filter(({ isTested }) => isTested).map(({ id }) => id);

it('courses by the peculiarities of real servers and models: right, or honestly failed', { timeout: patience(3_600_000) }, () => {
  const words = ['ops/start/with-store.mjs', '--no-store', 'ops/models/models.ts', ...TESTED];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: ROOT, encoding: 'utf8' });
  expect(status, `${stdout}\n${stderr}`).toBe(0);
});
