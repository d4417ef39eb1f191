/** One day of a user, in their time zone. */
export interface LearningDay {
  /** `2026-11-20`. */
  readonly day: string;
  readonly minutes: number;
  readonly lessons: number;
}

const DAY_MS = 86_400_000;
const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Returns today's date in a time zone, `2026-11-20`. */
export const dayIn = (timeZone: string, now: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now);

/** Returns the date this many days later, or earlier when negative. */
export const dayAfter = (day: string, days: number): string => toDay(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);

/** Returns the whole days from one date to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

/**
 * Returns the streak: consecutive days with a measured minute or a completed lesson. It ends today, or yesterday as long as today is not
 * over.
 */
export function streakOf(days: readonly Pick<LearningDay, 'day'>[], today: string): number {
  const learned = new Set(days.map(({ day }) => day));
  let day = learned.has(today) ? today : dayAfter(today, -1);
  let streak = 0;
  while (learned.has(day)) {
    streak += 1;
    day = dayAfter(day, -1);
  }
  return streak;
}

/** Returns the last seven days, oldest first; days without learning are 0. */
export function lastWeek(days: readonly LearningDay[], today: string): LearningDay[] {
  const byDay = new Map(days.map((one) => [one.day, one]));
  return Array.from({ length: 7 }, (_, n) => dayAfter(today, n - 6)).map((day) => byDay.get(day) ?? { day, minutes: 0, lessons: 0 });
}
