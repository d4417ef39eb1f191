import { expect, it } from 'vitest';
import { ensureRedisServer } from './redis-server.mjs';
import { closingLine, countTests } from './test-report.mjs';

const report = (passed: number, failed: number, testResults: Array<{ status: string; assertionResults: unknown[] }> = []) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  testResults,
});

it('counts tests, and a file that could not be loaded as one that failed', () => {
  expect(countTests(report(5, 1), 1)).toEqual({ passed: 5, failed: 1 });
  expect(countTests(report(5, 0, [{ status: 'failed', assertionResults: [] }]), 1)).toEqual({ passed: 5, failed: 1 });
});

it('a run that failed outside any test, or left no report, failed', () => {
  expect(countTests(report(5, 0), 1)).toEqual({ passed: 5, failed: 1 });
  expect(countTests(null, 1)).toEqual({ passed: 0, failed: 1 });
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

it('without redis-server a person is told that only half of the contract suite ran', () => {
  expect(ensureRedisServer({}, () => true)).toBeNull();
  expect(ensureRedisServer({}, () => false)).toMatch(/^redis-server not found: .* PostgreSQL only/);
});
