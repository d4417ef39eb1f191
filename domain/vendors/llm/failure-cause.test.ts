import { expect, it } from 'vitest';
import { inEnglish } from '#contract/platform/sentence.contract.ts';
import type { FailedAttempt } from '#domain/platform/steps/step.ts';
import { causeOf, commonCause, commonReason, needsOperator, reasonOf } from './failure-cause.ts';
import { classifyStatus } from './classify-error.ts';
import { failedTry } from './outage-patience.ts';
import { VendorFailure } from './vendor-failure.ts';

const broken = (facts: Partial<ConstructorParameters<typeof VendorFailure>[0]> = {}) =>
  new VendorFailure({ service: 'openai', code: 'vendors.broken_output', detail: 'x', httpStatus: 200, ...facts });
const tried = (service: string, cause?: string): FailedAttempt => ({
  service,
  code: 'vendors.broken_output',
  at: '2026-11-29T12:00:00Z',
  ...(cause && { cause }),
});

it('the reason shown to the learner is the one common to all attempts, if any', () => {
  expect(commonReason(['vendors.refused', 'vendors.refused'])).toBe('vendors.refused');
  expect(commonReason(['vendors.broken_output'])).toBe('vendors.broken_output');
  expect(commonReason(['vendors.unavailable', 'vendors.rate_limited', 'vendors.timed_out'])).toBe('vendors.all_down');
  expect(commonReason([])).toBe('vendors.all_down');
  expect(commonReason(['vendors.broken_output', 'vendors.broken_output', 'vendors.broken_output', 'vendors.unavailable'])).toBeNull();
  expect(commonReason(['vendors.unavailable', 'vendors.refused'])).toBeNull();
});

it.each([
  ['declined', broken({ code: 'vendors.refused' })],
  ['declined', broken({ flaw: 'declined' })],
  ['loop', broken({ flaw: 'loop', truncated: true })],
  ['cut_off', broken({ truncated: true })],
  ['empty', broken({ flaw: 'empty' })],
  ['unreadable', broken()],
  ['context_too_small', broken({ httpStatus: 400, reason: 'context_too_small' })],
  ['wrong_key', classifyStatus('openai', 401, 'Incorrect API key provided')],
  ['no_credit', classifyStatus('openai', 402, 'Insufficient credits')],
  ['no_credit', classifyStatus('openai', 429, 'You exceeded your current quota', '{"code":"insufficient_quota"}')],
  ['unknown_model', classifyStatus('openai', 404, "model 'qwen3:8b' not found")],
  ['too_busy', classifyStatus('openai', 429, 'Slow down')],
  ['timed_out', broken({ code: 'vendors.timed_out', httpStatus: null })],
  ['out_of_reach', classifyStatus('openai', 503, 'Down')],
] as const)('a failed call reports its cause: %s', (cause, failure) => {
  expect(causeOf(failure)).toBe(cause);
  expect(failedTry(failure).cause).toBe(cause);
});

it('the cause of a run is the one that the last attempts of all services share; if they differ, none is named', () => {
  expect(commonCause([tried('openai', 'declined'), tried('grok', 'declined')])).toBe('declined');
  expect(commonCause([tried('openai', 'cut_off'), tried('openai', 'declined')])).toBe('declined');
  expect(commonCause([tried('openai', 'declined'), tried('grok', 'empty')])).toBeNull();
  expect(commonCause([tried('openai')])).toBeNull();
  expect(commonCause([tried('openai', 'constructor')])).toBeNull();
  expect(inEnglish(reasonOf([tried('openai', 'declined')])!)).toBe('The AI service declined to answer.');
  expect(reasonOf([])).toBeNull();
});

it('problems that only an operator can solve are distinguished from temporary ones', () => {
  expect((['wrong_key', 'no_credit', 'unknown_model'] as const).map(needsOperator)).toEqual([true, true, true]);
  expect((['declined', 'too_busy', 'out_of_reach', 'context_too_small'] as const).some(needsOperator)).toBe(false);
});
