import type { RevenueBucket } from '#contract/studio/creator-movements.contract.ts';
import { dayOfUtc, firstOfMonth } from '#frontend/lib/calendar.ts';
import { calendarDayIn, formatCalendarDay } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';

/** The available ranges. `month` is the current month so far. */
export const SPANS = ['month', 'days30', 'months3', 'year', 'years2'] as const;
export type Span = (typeof SPANS)[number];

export const spanWord = (span: Span): string =>
  ({
    month: t('This month so far'),
    days30: t('Last 30 days'),
    months3: t('Last 3 months'),
    year: t('Last 12 months'),
    years2: t('Last 24 months'),
  })[span];

const BACK: Record<Exclude<Span, 'days30'>, number> = { month: 0, months3: 2, year: 11, years2: 23 };

/** The days of a range in a time zone. */
export function rangeOfDays(span: Span, timeZone: string, now: Date): { from: string; to: string } {
  const to = calendarDayIn(timeZone, now);
  if (span === 'days30') return { from: dayOfUtc(new Date(Date.parse(to) - 29 * 86_400_000)), to };
  return { from: firstOfMonth(to, BACK[span]), to };
}

/** The day or month of a bar. */
export const bucketWord = ({ from, to }: Pick<RevenueBucket, 'from' | 'to'>): string =>
  formatCalendarDay(from, from === to ? 'day' : 'month');
