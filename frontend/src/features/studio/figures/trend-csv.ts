import type { Measure } from './figure-words.ts';
import type { TrendMonth } from './trend.ts';

const UNITS: Readonly<Record<Measure['id'], string>> = { revenue: 'revenue_usd', students: 'new_students' };

/** The chart's data as a CSV file: plain figures, and a byte order mark so that spreadsheets read UTF-8. */
export function trendCsv(id: Measure['id'], trend: readonly TrendMonth[], isCompared: boolean): string {
  const head = ['month', UNITS[id], ...(isCompared ? ['a_year_before'] : []), 'month_has_ended'];
  const rows = trend.map(({ month, value, before, isRunning }) => [
    month,
    value,
    ...(isCompared ? [before ?? ''] : []),
    isRunning ? 'no' : 'yes',
  ]);
  return `\uFEFF${[head, ...rows].map((row) => row.join(',')).join('\r\n')}\r\n`;
}
