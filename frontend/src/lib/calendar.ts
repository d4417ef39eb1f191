/**
 * Days and times of day to reckon with, to name a file by, or as fields and addresses have them: `2026-11-16`, `18:30`. What people read is a form
 * of format.ts.
 */
const two = (n: number): string => String(n).padStart(2, '0');

/** The day of UTC: `2026-11-16`. */
export const dayOfUtc = (at: Date = new Date()): string => at.toISOString().slice(0, 10);

/** The first day of the month that is so many before that of a day `2026-11-16`: `2026-11-01`. */
export const firstOfMonth = (day: string, monthsBefore: number): string => {
  const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() - monthsBefore);
  return dayOfUtc(first);
};

/** The last months of UTC, newest first: `2026-11`. */
export const lastMonths = (count: number, now: Date): string[] =>
  Array.from({ length: count }, (_, before) => firstOfMonth(dayOfUtc(now), before).slice(0, 7));

/** The day by the reader's clock, as a date field has it: `2026-11-16`. */
export const dayOf = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;

/** The time of day by the reader's clock, as a time field has it: `18:30`. */
export const timeOf = (at: Date): string => `${two(at.getHours())}:${two(at.getMinutes())}`;

/** Seconds since the hour 0 by the reader's clock, to the minute. */
export const secondOfDay = (iso: string): number => new Date(iso).getHours() * 3_600 + new Date(iso).getMinutes() * 60;

/** Whether two moments are on one day of the reader's. */
export const isSameDay = (one: string | Date, other: string | Date): boolean => dayOf(new Date(one)) === dayOf(new Date(other));

/** When the reader's day began. */
export const startOfDay = (at: Date): Date => new Date(at.getFullYear(), at.getMonth(), at.getDate());

/** The same time of the day before, also where clocks were changed in between. */
export function dayBefore(at: Date): Date {
  const before = new Date(at);
  before.setDate(before.getDate() - 1);
  return before;
}

/** The reader's year. */
export const yearOf = (at: Date): number => at.getFullYear();
