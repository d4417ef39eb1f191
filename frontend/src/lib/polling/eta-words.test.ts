import { describe, expect, it } from 'vitest';
import { etaWords } from './eta-words.ts';

const words = (low_s: number, high_s: number) =>
  etaWords({ eta: { low_s, high_s, basis: 'so far', overdue: false }, status: 'running', stage: 'lessons' });

describe('the remaining time', () => {
  it.each([
    [1, 1, 'about 10 seconds left'],
    [6, 8, 'about 10 seconds left'],
    [6, 11, 'about 20 seconds left'],
    [46, 61, 'about 70 seconds left'],
    [80, 91, 'about 2 minutes left'],
    [120, 120, 'about 2 minutes left'],
    [250, 400, 'about 7 minutes left'],
    [2_000, 2_400, 'about 40 minutes left'],
    [2_000, 2_410, 'about 45 minutes left'],
  ])('%d to %d s: a round number, never below the upper end', (low, high, text) => {
    expect(words(low, high)).toBe(text);
  });

  it.each([
    [1, 21],
    [0, 2],
    [59, 120],
    [250, 501],
  ])('%d to %d s is too uncertain: nothing is shown', (low, high) => {
    expect(words(low, high)).toBeNull();
  });
});
