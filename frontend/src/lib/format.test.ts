import { describe, expect, it } from 'vitest';
import { formatDuration, formatTokens, formatWhen } from '#frontend/lib/format.ts';

describe('formats', () => {
  it('shows whole tokens without decimals, and parts of one with two', () => {
    expect(formatTokens(3100)).toBe('31');
    expect(formatTokens(9920)).toBe('99.20');
    expect(formatTokens(123_456)).toBe('1,234.56');
  });

  it('shows durations in the unit people think in', () => {
    expect(formatDuration(45)).toBe('45 s');
    expect(formatDuration(240)).toBe('4 min');
    expect(formatDuration(4_800)).toBe('1 h 20 min');
    expect(formatDuration(7_200)).toBe('2 h');
  });

  it('writes today for today and a date for other days', () => {
    const noon = new Date(2026, 11, 3, 12, 0);
    expect(formatWhen(new Date(2026, 11, 3, 9, 5).toISOString(), noon)).toBe('today 09:05');
    expect(formatWhen(new Date(2026, 11, 2, 9, 5).toISOString(), noon)).toBe('Dec 2, 2026');
  });
});
