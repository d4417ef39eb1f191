import { afterEach, expect, it } from 'vitest';
import { speak } from '#frontend/lib/text.ts';
import { durationOf, readingTimeOf } from './course-words.ts';

afterEach(() => speak('en', 'ltr', {}));

it('writes a time in the unit of the language, whether it is the duration or the reading time', () => {
  speak('ar', 'rtl', { '{n} min': '{n} د' });
  const [duration, reading] = [durationOf({ duration: '32 min' }), readingTimeOf({ estimated_total_duration: '32 min' })];
  expect(duration).toBe(reading);
  expect(duration).not.toContain('min');
});

it('keeps a duration in weeks, and computes one if a course has none', () => {
  expect([durationOf({ duration: '4 weeks' }), durationOf({ duration: '' })]).toEqual(['4 weeks', '2 weeks']);
});
