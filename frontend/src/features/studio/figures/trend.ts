/** One month of a trend. */
export interface TrendMonth {
  /** `2026-11`, UTC. */
  readonly month: string;
  readonly value: number;
  /** The same month a year before; null without a comparison, or if unknown. */
  readonly before: number | null;
  /** Whether it is the current month, whose value still grows. */
  readonly isRunning: boolean;
}

const MONTHS_A_YEAR = 12;

/**
 * Returns the last months of the server's data, oldest first.
 * @param months as the server names them, the current one last
 * @param values one per month
 * @param range number of months
 * @param isCompared whether to include the same month a year before
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

/** The total of the completed months, and of the same months a year before; null without a comparison. */
export function comparedTotals(trend: readonly TrendMonth[]): { readonly now: number; readonly before: number } | null {
  const ended = trend.filter(({ isRunning, before }) => !isRunning && before !== null);
  if (ended.length === 0) return null;
  return { now: totalOf(ended), before: sumOf(ended.map(({ before }) => before ?? 0)) };
}

/** Whether there is anything to draw. */
export const hasValues = (trend: readonly TrendMonth[]): boolean => trend.some(({ value, before }) => value !== 0 || (before ?? 0) !== 0);
