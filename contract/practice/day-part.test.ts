import { expect, it } from 'vitest';
import { dayPart } from './day-part.ts';

it('a day’s part of a lesson ends with the section that fills up five minutes beside the review', () => {
  expect(dayPart([1, 2.5, 4, 6], 0)).toBe(3);
  expect(dayPart([1, 2.5, 4, 6], 60)).toBe(2);
});

it('is at least one section, however long the review, and all there are if they are short', () => {
  expect(dayPart([2, 4], 900)).toBe(0);
  expect(dayPart([1, 2], 0)).toBe(1);
  expect(dayPart([], 0)).toBeUndefined();
});
