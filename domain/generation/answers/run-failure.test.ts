import { expect, it } from 'vitest';
import { failureOf, type FailedStep } from '../runs/course-order.ts';

const tries = (...codes: string[]): FailedStep => ({
  tried: codes.map((code) => ({ service: 'claude' as const, code, at: '' })),
  passed_over: [],
  error_code: 'vendors.exhausted',
});
const ours = (code: string): FailedStep => ({ tried: [], passed_over: [], error_code: code });

it('a run fails with the reason its lessons share', () => {
  expect(failureOf('no_lessons', [tries('vendors.unavailable', 'vendors.timed_out'), tries('vendors.rate_limited')])).toBe(
    'vendors.all_down',
  );
  expect(failureOf('no_lessons', [tries('vendors.refused'), tries('vendors.refused')])).toBe('vendors.refused');
  expect(failureOf('no_lessons', [ours('spend.user_cap'), ours('spend.user_cap')])).toBe('spend.user_cap');
  expect(failureOf('outline', [tries()])).toBe('vendors.all_down');
});

it('does not report all services down when one of them answered, however badly', () => {
  const garbage = Array<string>(3).fill('vendors.broken_output');
  expect(failureOf('outline', [tries(...garbage, 'vendors.unavailable')])).toBe('vendors.failed');
  expect(failureOf('no_lessons', [tries(...garbage), tries('vendors.unavailable')])).toBe('run.no_lessons');
  expect(failureOf('no_lessons', [ours('spend.user_cap'), tries('vendors.unavailable')])).toBe('run.no_lessons');
  expect(failureOf('no_lessons', [{ ...tries(...garbage), passed_over: ['grok'] }])).toBe('run.no_lessons');
});

it('a course that could not be assembled is our own failure', () => {
  expect(failureOf('assembly', [ours('vendors.exhausted')])).toBe('internal');
});
