/** One month of a trend. */
export interface TrendMonth {
  /** `2026-11`, UTC. */
  readonly month: string;
  readonly value: number;
  /** The same month a year before; null where it is not compared, or not known. */
  readonly before: number | null;
  /** It has not ended yet: its value still grows. */
  readonly isRunning: boolean;
}

const MONTHS_A_YEAR = 12;

/**
 * The last months of what the server sent, oldest first.
 * @param months as the server names them, the last one running
 * @param values one a month
 * @param range how many months
 * @param isCompared whether each has beside it the one a year before
 */
export function trendOf(months: readonly string[], values: readonly number[], range: number, isCompared: boolean): TrendMonth[] {
  const all = months.map((month, index) => ({
    month,
    value: values[index]!,
    before: isCompared ? (values[index - MONTHS_A_YEAR] ?? null) : null,
    isRunning: index === months.length - 1,
  }));
  return all.slice(-range);
}

const cents = (value: number): number => Math.round(value * 100);
/** Added up in hundredths, so that sums of dollars are exact. */
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + cents(value), 0) / 100;

export const totalOf = (trend: readonly TrendMonth[]): number => sumOf(trend.map(({ value }) => value));

/** What the months that have ended brought, and what the same ones a year before did; null when nothing is compared. */
export function comparedTotals(trend: readonly TrendMonth[]): { readonly now: number; readonly before: number } | null {
  const ended = trend.filter(({ isRunning, before }) => !isRunning && before !== null);
  if (ended.length === 0) return null;
  return { now: totalOf(ended), before: sumOf(ended.map(({ before }) => before ?? 0)) };
}

/** Whether there is anything to draw. */
export const hasValues = (trend: readonly TrendMonth[]): boolean => trend.some(({ value, before }) => value !== 0 || (before ?? 0) !== 0);
