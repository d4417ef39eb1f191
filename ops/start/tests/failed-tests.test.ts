import { describe, expect, it } from 'vitest';
import { failedJourneys, failedUnits, failuresText } from './failed-tests.mjs';

const passed = { fullName: 'bees fly', status: 'passed', failureMessages: [] };

describe('the failures', () => {
  it('of unit tests are named with their file, without colours', () => {
    const red = {
      fullName: ' wasps stay away',
      status: 'failed',
      failureMessages: ['\u001b[31mAssertionError\u001b[39m: 1 is not 2\n    at a.test.ts:3'],
    };
    const report = {
      testResults: [
        { name: '/repo/domain/a.test.ts', status: 'failed', message: '', assertionResults: [passed, red] },
        { name: '/repo/domain/b.test.ts', status: 'passed', message: '', assertionResults: [passed] },
        { name: '/repo/domain/c.test.ts', status: 'failed', message: 'SyntaxError: x', assertionResults: [] },
      ],
    };
    expect(failedUnits(report, '/repo')).toEqual([
      { file: 'domain/a.test.ts', name: 'wasps stay away', text: 'AssertionError: 1 is not 2\n    at a.test.ts:3' },
      { file: 'domain/c.test.ts', name: 'the file', text: 'SyntaxError: x' },
    ]);
  });

  it('of journeys are named with their file, line and suites', () => {
    const spec = (title: string, status: string) => ({
      title,
      file: 'a.test.ts',
      line: 7,
      tests: [{ status, results: [{ errors: [{ message: 'no button' }] }] }],
    });
    const report = {
      suites: [{ title: 'a.test.ts', suites: [{ title: 'a hive', specs: [spec('opens', 'unexpected'), spec('closes', 'expected')] }] }],
      errors: [{ message: 'no server' }],
    };
    expect(failedJourneys(report)).toEqual([
      { file: 'e2e/journeys/a.test.ts:7', name: 'a hive opens', text: 'no button' },
      { file: 'e2e/journeys', name: 'the run', text: 'no server' },
    ]);
  });

  it('are cut off if they are long: the full text is above', () => {
    const text = Array.from({ length: 50 }, (_, n) => `line ${n}`).join('\n');
    const [failed] = failedJourneys({ suites: [], errors: [{ message: text }] });
    expect(failed!.text.split('\n').slice(-2)).toEqual(['line 39', '… and 10 lines above']);
    expect(failuresText([failed!])).toMatch(/^FAILED e2e\/journeys › the run\n {4}line 0\n {4}line 1\n/);
  });
});
