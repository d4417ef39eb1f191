import { describe, expect, it } from 'vitest';
import { etaWords } from './eta-words.ts';

const words = (low_s: number, high_s: number) =>
  etaWords({ eta: { low_s, high_s, basis: 'so far', overdue: false }, status: 'running', stage: 'lessons' });

describe('how long it may still take', () => {
  it.each([
    [0.2, 0.4, 'about 1 second left'],
    [1, 1, 'about 1 second left'],
    [0, 2, 'about 1–2 seconds left'],
    [2, 2, 'about 2 seconds left'],
    [40, 75, 'about 40–75 seconds left'],
    [120, 120, 'about 2 minutes left'],
    [60, 130, 'about 1–3 minutes left'],
    [1, 759, 'up to 13 minutes left'],
    [59, 120, 'up to 2 minutes left'],
    [250, 400, 'about 4–7 minutes left'],
  ])('%d to %d s: one is singular, all others plural', (low, high, text) => {
    expect(words(low, high)).toBe(text);
  });
});
