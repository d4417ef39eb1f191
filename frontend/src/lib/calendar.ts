/**
 * Days and times of day for calculations, file names, form fields and addresses: `2026-11-16`, `18:30`. The forms that people read are in
 * format.ts.
 */
const two = (n: number): string => String(n).padStart(2, '0');

/** The UTC day: `2026-11-16`. */
export const dayOfUtc = (at: Date = new Date()): string => at.toISOString().slice(0, 10);

/** The first day of the month that lies `monthsBefore` months before that of a day: `2026-11-16` with 0 gives `2026-11-01`. */
export const firstOfMonth = (day: string, monthsBefore: number): string => {
  const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() - monthsBefore);
  return dayOfUtc(first);
};

/** The last months in UTC, newest first: `2026-11`. */
export const lastMonths = (count: number, now: Date): string[] =>
  Array.from({ length: count }, (_, before) => firstOfMonth(dayOfUtc(now), before).slice(0, 7));

/** The day by the reader's clock, in the format of a date field: `2026-11-16`. */
export const dayOf = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;

/** The time of day by the reader's clock, in the format of a time field: `18:30`. */
export const timeOf = (at: Date): string => `${two(at.getHours())}:${two(at.getMinutes())}`;

/** Seconds since midnight by the reader's clock, rounded down to the minute. */
export const secondOfDay = (iso: string): number => new Date(iso).getHours() * 3_600 + new Date(iso).getMinutes() * 60;

/** Whether two moments are on the same day by the reader's clock. */
export const isSameDay = (one: string | Date, other: string | Date): boolean => dayOf(new Date(one)) === dayOf(new Date(other));

/** The start of the reader's day. */
export const startOfDay = (at: Date): Date => new Date(at.getFullYear(), at.getMonth(), at.getDate());

/** The same time of day on the day before, also across a clock change. */
export function dayBefore(at: Date): Date {
  const before = new Date(at);
  before.setDate(before.getDate() - 1);
  return before;
}

/** The current year by the reader's clock. */
export const yearOf = (at: Date): number => at.getFullYear();
