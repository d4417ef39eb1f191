import { describe, expect, it } from 'vitest';
import { dayBefore, dayOf, dayOfUtc, firstOfMonth, isSameDay, lastMonths, secondOfDay, startOfDay, timeOf } from './calendar.ts';

const at = new Date(2026, 0, 5, 8, 7);

describe('a day for calculations', () => {
  it('is written as in fields and files', () => {
    expect([dayOf(at), timeOf(at)]).toEqual(['2026-01-05', '08:07']);
    expect(dayOfUtc(new Date('2026-01-05T23:59:59Z'))).toBe('2026-01-05');
  });

  it('has months before it, across the end of a year', () => {
    expect([firstOfMonth('2026-01-31', 0), firstOfMonth('2026-01-31', 1), firstOfMonth('2026-03-31', 13)]).toEqual([
      '2026-01-01',
      '2025-12-01',
      '2025-02-01',
    ]);
    expect(lastMonths(3, new Date('2026-02-01T00:00:00Z'))).toEqual(['2026-02', '2026-01', '2025-12']);
  });

  it('begins at the reader’s midnight, and is the same at any time of day', () => {
    expect(startOfDay(at)).toEqual(new Date(2026, 0, 5));
    expect(secondOfDay(at.toISOString())).toBe(8 * 3_600 + 7 * 60);
    expect([isSameDay(at, startOfDay(at)), isSameDay(at.toISOString(), dayBefore(at))]).toEqual([true, false]);
    expect(dayBefore(new Date(2026, 0, 1, 8))).toEqual(new Date(2025, 11, 31, 8));
  });
});
