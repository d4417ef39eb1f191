import { expect, it } from 'vitest';
import { ensureRedisServer } from './redis-server.mjs';
import { closingLine, countTests, slowestFiles } from './test-report.mjs';

type File = {
  name: string;
  status: string;
  startTime: number;
  endTime: number;
  assertionResults: Array<{ status: string; fullName: string; failureMessages?: string[] }>;
};
const report = (passed: number, testResults: File[] = []) => ({ numPassedTests: passed, testResults });

/** Start and end time of a file that took `ms`. */
const times = (ms: number) => ({ startTime: 1_000, endTime: 1_000 + ms });

const neighs = { status: 'passed', fullName: 'a horse neighs' };
const flies = { status: 'failed', fullName: 'a horse flies' };
const skipped = { status: 'skipped', fullName: 'a goat climbs' };

it('counts and names what failed: a test, or a file as a whole', () => {
  expect(countTests(report(5), 0)).toEqual({ passed: 5, failed: 0, failures: [], flaky: [], files: [] });
  const files = [
    { ...times(900), name: 'horse.test.ts', status: 'failed', assertionResults: [neighs, flies] },
    { ...times(20), name: 'cow.test.ts', status: 'failed', assertionResults: [] },
    { ...times(1500), name: 'goat.test.ts', status: 'failed', assertionResults: [skipped] },
    { ...times(40), name: 'pig.test.ts', status: 'passed', assertionResults: [neighs] },
  ];
  expect(countTests(report(2, files), 1)).toMatchObject({
    passed: 2,
    failed: 3,
    failures: ['horse.test.ts: a horse flies', 'cow.test.ts: failed outside its tests', 'goat.test.ts: failed outside its tests'],
  });
});

it('a test that passed only when it was repeated passed, and is named with what failed at first and where', () => {
  const stack =
    'expected silence\nCall log:\n  - \u001b[2mlistening\u001b[22m\n\n    at wait (node_modules/ear.js:9)\n    at horse.test.ts:3\n    at run.ts:1';
  const late = { ...neighs, failureMessages: [stack, 'another'] };
  const files = [{ ...times(900), name: 'horse.test.ts', status: 'passed', assertionResults: [neighs, late] }];
  expect(countTests(report(2, files), 0)).toMatchObject({
    passed: 2,
    failed: 0,
    flaky: ['horse.test.ts: a horse neighs: expected silence\nCall log:\n  - listening\n    at horse.test.ts:3'],
  });
});

it('names the slowest files first, relative to the repository', () => {
  const files = [
    { ...times(900), name: '/repo/domain/horse.test.ts', status: 'passed', assertionResults: [neighs] },
    { ...times(1500), name: '/repo/api/goat.test.ts', status: 'passed', assertionResults: [neighs] },
  ];
  expect(slowestFiles([countTests(report(2, files), 0)], '/repo')).toEqual([
    '   1.5 s  api/goat.test.ts',
    '   0.9 s  domain/horse.test.ts',
  ]);
});

it('a run that failed outside any test, or left no report, failed, and its last lines say why', () => {
  const lastLines = ['the installation did not become ready', 'ended with exit code 1'];
  expect(countTests(report(5), 1, lastLines)).toMatchObject({ passed: 5, failed: 1, failures: lastLines });
  expect(countTests(null, 1, lastLines)).toMatchObject({ passed: 0, failed: 1, failures: lastLines });
  expect(countTests(null, 0)).toMatchObject({ passed: 0, failed: 1 });
});

it('closes with one line over all parts', () => {
  expect(
    closingLine([
      { passed: 5, failed: 0 },
      { passed: 2, failed: 0 },
    ]),
  ).toEqual({ line: '7 passed, 0 failed', ok: true });
  expect(
    closingLine([
      { passed: 5, failed: 0 },
      { passed: 0, failed: 1 },
    ]),
  ).toEqual({ line: '5 passed, 1 failed', ok: false });
});

it('no test at all is not green', () => {
  expect(closingLine([{ passed: 0, failed: 0 }])).toMatchObject({ ok: false, line: expect.stringContaining('no tests ran') });
});

it('without redis-server prints that only half of the contract suite ran', () => {
  expect(ensureRedisServer({}, () => true)).toBeNull();
  expect(ensureRedisServer({}, () => false)).toMatch(/^redis-server not found: .* PostgreSQL only/);
});
