import { expect, it } from 'vitest';
import { sameTries } from './run-words.ts';

it('attempts with the same outcome are one line, with the services in their order', () => {
  const tried = (service: string | null, code: string, hint: string | null = null) => ({
    service,
    code,
    hint,
    at: '2026-11-26T10:00:00.000Z',
  });
  expect(
    sameTries([
      tried('claude', 'vendors.unavailable'),
      tried('claude', 'vendors.unavailable'),
      tried('openai', 'vendors.refused', 'policy'),
      tried('gemini', 'vendors.unavailable'),
      tried(null, 'step.timed_out'),
    ]),
  ).toEqual([
    { code: 'vendors.unavailable', hint: null, asked: 'claude ×2, gemini' },
    { code: 'vendors.refused', hint: 'policy', asked: 'openai' },
    { code: 'step.timed_out', hint: null, asked: '–' },
  ]);
});
