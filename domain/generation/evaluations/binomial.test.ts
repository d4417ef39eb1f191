import { describe, expect, it } from 'vitest';
import { chanceOfAtLeast, coinChance, exactInterval, smallestShareFound, winsNeeded } from './binomial.ts';

describe('the chance of a coin', () => {
  it('is exact, on both sides', () => {
    expect(coinChance(0, 0)).toBe(1);
    expect(coinChance(5, 10)).toBe(1);
    expect(coinChance(10, 10)).toBeCloseTo(2 / 1024, 10);
    expect(coinChance(9, 10)).toBeCloseTo(22 / 1024, 10);
    expect(coinChance(1, 10)).toBeCloseTo(22 / 1024, 10);
    // numbers that a product of factorials could not hold
    expect(coinChance(2_000, 2_000)).toBe(0);
    expect(coinChance(1_000, 2_000)).toBe(1);
  });
});

describe('the interval of a share', () => {
  // the table of Clopper and Pearson, computed by exact sums of whole numbers
  it.each([
    [0, 10, 0, 0.3085],
    [5, 10, 0.1871, 0.8129],
    [9, 10, 0.555, 0.9975],
    [10, 10, 0.6915, 1],
    [23, 32, 0.5325, 0.8625],
  ])('of %d in %d is from %d to %d', (heads, tosses, low, high) => {
    const interval = exactInterval(heads, tosses)!;
    expect(interval.low).toBeCloseTo(low, 3);
    expect(interval.high).toBeCloseTo(high, 3);
  });

  it('does not exist without tosses, and contains one half exactly when no lead is reported', () => {
    expect(exactInterval(0, 0)).toBeNull();
    for (let heads = 0; heads <= 20; heads += 1) {
      const { low, high } = exactInterval(heads, 20)!;
      expect(low < 0.5 && high > 0.5).toBe(coinChance(heads, 20) > 0.05);
    }
  });
});

describe('the power of a number of briefs', () => {
  it.each([
    [5, null, null],
    [6, 6, 0.963],
    [10, 9, 0.917],
    [32, 23, 0.765],
    [50, 33, 0.704],
  ])('%d of them: %d wins, at a true share of %d', (briefs, wins, share) => {
    expect(winsNeeded(briefs)).toBe(wins);
    if (share === null) expect(smallestShareFound(briefs)).toBeNull();
    else expect(smallestShareFound(briefs)).toBeCloseTo(share, 3);
  });

  it('is then four in five; for a true share of 70 % and ten briefs it is one in seven', () => {
    expect(chanceOfAtLeast(23, 32, smallestShareFound(32)!)).toBeCloseTo(0.8, 6);
    expect(chanceOfAtLeast(9, 10, 0.7)).toBeCloseTo(0.149, 3);
    expect(chanceOfAtLeast(33, 50, 0.7)).toBeCloseTo(0.782, 3);
  });
});
