import { expect, it } from 'vitest';
import type { OperatorAlert } from '#contract/operator/overview.contract.ts';
import { alertWords } from './alert-words.ts';

const alert = (part: Partial<OperatorAlert>): OperatorAlert => ({
  id: 'a1',
  rule: 'ServiceFails',
  severity: 'warning',
  subject: 'gemini',
  value: 0.314,
  threshold: 0.25,
  opened_at: '2026-11-26T12:25:00.000Z',
  ended_at: null,
  owner: null,
  note: '',
  due_at: null,
  ...part,
});

it('an alert names the problem, the limit, and where more is shown', () => {
  expect(alertWords(alert({}))).toEqual({ what: 'Gemini fails 31.4% of its calls', limit: '25%', section: 'services' });
  expect(alertWords(alert({ rule: 'StepsFail', subject: 'film-batch', value: 61, threshold: 50 }))).toEqual({
    what: 'Clips, batch: 61 steps have failed within a day',
    limit: '50',
    section: 'runs',
  });
});

it('one of a rule without words is named by its rule and subject', () => {
  expect(alertWords(alert({ rule: 'MoonFull', subject: 'moon' })).what).toBe('MoonFull: moon');
});
