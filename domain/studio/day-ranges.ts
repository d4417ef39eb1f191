/** Calendar days `2026-11-21`, inclusive. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 86_400_000;
/** Longer ranges have one bar per month. */
const MOST_DAYS = 93;

const at = (day: string): Date => new Date(`${day}T00:00:00Z`);
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
export const addDays = (day: string, days: number): string => dayOf(new Date(at(day).getTime() + days * DAY_MS));
/** Returns the number of days in a range. */
export const daysOf = ({ from, to }: DayRange): number => Math.round((at(to).getTime() - at(from).getTime()) / DAY_MS) + 1;

/** Returns the current date in a time zone. */
export const todayIn = (timeZone: string, now: Date): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(now);

/** Returns the same day this many months earlier; in a shorter month, its last day. */
function monthsBefore(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return dayOf(new Date(Date.UTC(year, month - 1 - months, Math.min(date, last))));
}

/**
 * Returns the range to compare with. For a range that begins on the first of a month: the same days of as many months before, so that 1-21
 * November is compared with 1-21 October; for any other: as many days right before it.
 */
export function sameDaysBefore({ from, to }: DayRange): DayRange {
  if (!from.endsWith('-01')) return { from: addDays(from, -daysOf({ from, to })), to: addDays(from, -1) };
  const [start, end] = [at(from), at(to)];
  const months = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth() + 1;
  const isWhole = addDays(to, 1).endsWith('-01');
  const before = monthsBefore(from, months);
  return { from: before, to: isWhole ? addDays(from, -1) : monthsBefore(to, months) };
}

export const unitOf = (range: DayRange): 'day' | 'month' => (daysOf(range) > MOST_DAYS ? 'month' : 'day');

/** Returns the days or months of a range, oldest first; the first and the last month may be partial. */
export function bucketsOf(range: DayRange): DayRange[] {
  if (unitOf(range) === 'day')
    return Array.from({ length: daysOf(range) }, (_, n) => ({ from: addDays(range.from, n), to: addDays(range.from, n) }));
  const buckets: DayRange[] = [];
  for (let from = range.from; from <= range.to;) {
    const [year, month] = from.split('-').map(Number) as [number, number];
    const end = dayOf(new Date(Date.UTC(year, month, 0)));
    buckets.push({ from, to: end < range.to ? end : range.to });
    from = addDays(end, 1);
  }
  return buckets;
}
