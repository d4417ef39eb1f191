import { FEWEST_STUDENTS } from '#contract/studio/creator-figures.contract.ts';
import { formatDollars, formatList, formatMonth, formatNumber, usd } from '#frontend/lib/format.ts';
import { textLocale } from '#frontend/lib/language.ts';
import { t } from '#frontend/lib/text.ts';
import type { FigureCardProps } from '#frontend/ui/cards/stat-sheet.tsx';
import type { Fact } from '#frontend/ui/fact-strip.tsx';
import { enrolmentsWord, studentsWord } from '../courses/course-words.ts';
import type { CreatorAnalytics, CreatorStats } from './figure-queries.ts';

/** The change in percent with its sign, `+11%`; null without a base, 0 when it rounds to zero. */
function percentOf(now: number, base: number): string | 0 | null {
  if (base <= 0) return null;
  const change = Math.round(((now - base) / base) * 1000) / 1000;
  if (change === 0) return 0;
  const style = { style: 'percent', maximumFractionDigits: 1, signDisplay: 'always' } as const;
  return new Intl.NumberFormat(textLocale(), style).format(change).replace('-', '−');
}

/** The current month compared with the same days of the previous one (G46); empty if those were zero. */
function growthOf(
  { monthly_revenue: now, last_month_revenue: last }: CreatorStats,
  months: readonly string[] = [],
): Pick<FigureCardProps, 'change' | 'note'> {
  const percent = percentOf(now, last);
  if (percent === null) return {};
  const [before, running] = months.slice(-2);
  return {
    change:
      percent === 0
        ? { words: t('no change this month'), direction: 'level' }
        : { words: t('{percent} this month', { percent }), direction: now > last ? 'up' : 'down' },
    note: t('{month} so far, compared with the same days of {before}', {
      month: running === undefined ? t('This month') : formatMonth(running),
      before: before === undefined ? t('last month') : formatMonth(before),
    }),
  };
}

/** Completed months compared with the same months a year before; null if those were zero. */
export function yearWords({ now, before }: { readonly now: number; readonly before: number }): string | null {
  const percent = percentOf(now, before);
  if (percent === null) return null;
  return percent === 0
    ? t('no change from the same months a year earlier')
    : t('{percent} compared with the same months a year earlier', { percent });
}

/** A percentage that is not a change: `61%`. */
const share = (percent: number): string =>
  new Intl.NumberFormat(textLocale(), { style: 'percent', maximumFractionDigits: 1 }).format(percent / 100);

const publishedWords = (count: number): string => t('in {n, plural, one {# published course} other {# published courses}}', { n: count });

/** The last year of a trend, for the line below a figure; empty if nothing happened. */
const yearOf = (values: readonly number[] = []): readonly number[] | undefined => {
  const year = values.slice(-12);
  return year.some((value) => value !== 0) ? year : undefined;
};

/**
 * The four figures of the overview (CRE-05). A figure that cannot be measured before a course is published says so instead of showing zero.
 */
export function overviewFigures(stats: CreatorStats, analytics?: CreatorAnalytics): FigureCardProps[] {
  const isPublished = stats.active_courses > 0;
  const isRated = isPublished && stats.avg_rating > 0;
  const notYet = { figure: t('Not yet'), note: t('No course is published yet') };
  const joined = analytics?.student_growth.at(-1) ?? 0;
  const reached = [
    // as many enrolments as people say nothing more
    ...(stats.total_enrolments > stats.total_students
      ? [t('People, with {enrolments}', { enrolments: enrolmentsWord(stats.total_enrolments) })]
      : []),
    ...(isPublished ? [publishedWords(stats.active_courses)] : []),
  ];
  return [
    {
      name: t('Total revenue'),
      figure: formatDollars(stats.total_revenue),
      trend: yearOf(analytics?.revenue_trend),
      ...growthOf(stats, analytics?.months),
    },
    {
      name: t('Students'),
      figure: formatNumber(stats.total_students),
      trend: yearOf(analytics?.student_growth),
      ...(joined > 0 && { change: { words: t('{n} new this month', { n: formatNumber(joined) }), direction: 'up' } }),
      ...(reached.length > 0 && { note: reached.join(' · ') }),
    },
    {
      name: t('Average rating'),
      ...(isPublished
        ? {
            figure: isRated ? t('{rating} of 5', { rating: formatNumber(stats.avg_rating) }) : t('Not yet'),
            note:
              stats.total_students < FEWEST_STUDENTS
                ? t('Completion is shown once you have {n} students', { n: FEWEST_STUDENTS })
                : t('Completion rate: {percent} of enrolments', { percent: share(stats.completion_rate) }),
          }
        : notYet),
    },
    { name: t('Views this month'), ...(isPublished ? { figure: formatNumber(stats.course_views) } : notYet) },
  ];
}

/** The four figures of engagement (CRE-13); null for a figure without measurements. */
const engagementOf = ({
  engagement_metrics: metrics,
  measured_sessions: sessions,
  measured_answers: answers,
  measured_students: students,
}: CreatorAnalytics): readonly (Pick<Fact, 'name' | 'note'> & { readonly figure: string | null })[] => {
  // the specification's answer has them as English texts: '14 min', '92%'
  const minutes = t('{n} min', { n: formatNumber(Number.parseInt(metrics.avg_session_time, 10)) });
  const percent = (text: string, measured: number) => (measured > 0 ? share(Number.parseFloat(text)) : null);
  return [
    { name: t('Average session time'), figure: sessions > 0 ? minutes : null },
    { name: t('Completion rate'), figure: percent(metrics.completion_rate, students), note: t('of the enrolments') },
    { name: t('Student satisfaction'), figure: percent(metrics.student_satisfaction, answers) },
    { name: t('Bounce rate'), figure: percent(metrics.bounce_rate, sessions) },
  ];
};

/** The figures of engagement that have been measured. */
export const engagementFacts = (analytics: CreatorAnalytics): Fact[] =>
  engagementOf(analytics).flatMap(({ figure, ...fact }) => (figure === null ? [] : [{ ...fact, figure }]));

/** Names the figures that are not measured. Ages and outcomes of students never are (CRE-14, CRE-15, G46). */
export function notMeasuredWords(analytics: CreatorAnalytics): string {
  const open = engagementOf(analytics).flatMap(({ name, figure }) => (figure === null ? [name] : []));
  return t('Not measured yet: {figures}', { figures: formatList([...open, t('Demographics'), t('Learning outcomes')]) });
}

/** What a trend counts, and how to format it. */
export interface Measure {
  readonly id: 'revenue' | 'students';
  readonly title: string;
  readonly format: (value: number) => string;
  /** The sum of a range with its unit; people are counted once in the whole range. */
  readonly total: (value: number) => string;
  /** A short form, for a label beside a bar. */
  readonly short: (value: number) => string;
  /** The text for a range without data. */
  readonly none: (months: number) => string;
}

/** Labels in charts: `$10`, `$10.50`, and from a thousand on `$1.2K`. */
function shortDollars(dollars: number): string {
  const digits = Math.abs(dollars) >= 1000 ? COMPACT_DOLLARS : Number.isInteger(dollars) ? WHOLE_DOLLARS : {};
  return usd(dollars, digits).replaceAll(MARKS, '');
}

/** Bidi marks, which would count as characters; charts run from left to right in every language. */
const MARKS = /[\u061c\u200e\u200f\u2066-\u2069]/g;
const COMPACT = { notation: 'compact', maximumSignificantDigits: 3 } as const;
const COMPACT_DOLLARS = { ...COMPACT, minimumFractionDigits: 0 } as const;
const WHOLE_DOLLARS = { maximumFractionDigits: 0 } as const;

export const revenueMeasure = (): Measure => ({
  id: 'revenue',
  title: t('Revenue trend'),
  format: formatDollars,
  total: formatDollars,
  short: shortDollars,
  none: (n) => t('{n, plural, one {No earnings in this month.} other {No earnings in these # months.}}', { n }),
});

export const studentsMeasure = (): Measure => ({
  id: 'students',
  title: t('Student growth'),
  format: formatNumber,
  total: studentsWord,
  short: (people) => new Intl.NumberFormat(textLocale(), COMPACT).format(people),
  none: (n) => t('No new students in the last {n} months.', { n }),
});
