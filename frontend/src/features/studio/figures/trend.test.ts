import { describe, expect, it } from 'vitest';
import { labelledMonths, labelInterval, scaleOf } from './chart-labels.ts';
import { overviewFigures, revenueMeasure, yearWords } from './figure-words.ts';
import type { CreatorAnalytics, CreatorStats } from './figure-queries.ts';
import { noStats, someAnalytics, someStats } from './figures.factory.ts';
import { figuresSearch, rangeOf } from './figures-search.ts';
import { comparedTotals, hasValues, totalOf, trendOf } from './trend.ts';
import { trendCsv } from './trend-section.tsx';

const { months, revenue_trend: revenue } = someAnalytics();

describe('a trend', () => {
  it('CRE-06 has the requested months, oldest first, and marks the current one', () => {
    const trend = trendOf(months, revenue, 6, false);
    expect(trend.map(({ month }) => month)).toEqual(['2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11']);
    expect(trend.filter(({ isRunning }) => isRunning).map(({ month }) => month)).toEqual(['2026-11']);
    expect(trend.every(({ before }) => before === null)).toBe(true);
    expect(totalOf(trend)).toBe(180);
  });

  it.each([6, 12, 24] as const)('has the same month of the previous year beside each of %i months', (range) => {
    const trend = trendOf(months, revenue, range, true);
    expect(trend).toHaveLength(range);
    for (const { month, before } of trend) expect(before).toBe(month < '2025-12' ? 10 : 20);
  });

  it('does not invent a year that was not sent', () => {
    expect(trendOf(['2026-10', '2026-11'], [1, 2], 6, true).map(({ before }) => before)).toEqual([null, null]);
    expect(comparedTotals(trendOf(['2026-10', '2026-11'], [1, 2], 6, true))).toBeNull();
  });

  it('is compared by the completed months', () => {
    expect(comparedTotals(trendOf(months, revenue, 12, true))).toEqual({ now: 11 * 30, before: 11 * 20 });
    expect(comparedTotals(trendOf(months, revenue, 12, false))).toBeNull();
  });

  it('adds dollars up to the cent', () => {
    expect(totalOf(trendOf(['2026-09', '2026-10', '2026-11'], [0.1, 0.2, -0.3], 6, false))).toBe(0);
  });

  it('with a negative month has something to draw; with zeros alone it has not', () => {
    expect(
      hasValues(
        trendOf(
          months,
          months.map(() => 0),
          12,
          true,
        ),
      ),
    ).toBe(false);
    expect(hasValues(trendOf(['2026-11'], [-5], 6, false))).toBe(true);
  });

  it('as a file has exactly the shown months, in plain figures', () => {
    const lines = trendCsv('revenue', trendOf(months, revenue, 6, true), true).split('\r\n');
    expect(lines[0]).toBe('\uFEFFmonth,revenue_usd,a_year_before,month_has_ended');
    expect(lines.slice(1)).toEqual([
      ...['2026-06', '2026-07', '2026-08', '2026-09', '2026-10'].map((month) => `${month},30,20,yes`),
      '2026-11,30,20,no',
      '',
    ]);
    expect(trendCsv('students', trendOf(['2026-11'], [3], 6, false), false)).toBe(
      '\uFEFFmonth,new_students,month_has_ended\r\n2026-11,3,no\r\n',
    );
  });
});

describe('the change of a month', () => {
  it('CRE-07 G46 is calculated, never a fixed +15%, and written in words', () => {
    const growth = (stats: CreatorStats, analytics?: CreatorAnalytics) => {
      const [{ change, note } = {}] = overviewFigures(stats, analytics);
      return [change?.direction, change?.words, note];
    };
    const on = 'November so far, compared with the same days of October';
    expect(growth(someStats(), someAnalytics())).toEqual(['up', '+11% this month', on]);
    expect(growth(someStats({ monthly_revenue: 92.5 }), someAnalytics())).toEqual(['down', '−7.5% this month', on]);
    expect(growth(someStats({ monthly_revenue: 100 }), someAnalytics())).toEqual(['level', 'no change this month', on]);
    expect(growth(someStats())).toEqual(['up', '+11% this month', 'This month so far, compared with the same days of last month']);
  });

  it('CRE-07 is not shown without a base', () => {
    for (const last of [0, -5]) expect(overviewFigures(someStats({ last_month_revenue: last }))[0]).not.toHaveProperty('change');
    expect(yearWords({ now: 5, before: 0 })).toBeNull();
    expect(overviewFigures(noStats())[0]).toEqual({ name: 'Total revenue', figure: '$0.00', trend: undefined });
  });
});

describe('the address', () => {
  it('contains the range and the comparison; invalid values are replaced by the defaults', () => {
    expect(figuresSearch({ months: 24, compare: 'year' })).toEqual({ months: 24, compare: 'year' });
    for (const months of [12, 7, '6', undefined]) expect(rangeOf(figuresSearch({ months }))).toBe(12);
    expect(figuresSearch({ months: 12, compare: 'week' })).toEqual({ months: undefined, compare: undefined });
  });
});

describe('the labels of a chart', () => {
  it('CRE-06 are money: cents are two digits or none', () => {
    const { short } = revenueMeasure();
    expect([0, 20, 10.5, -2.8, 1_234.5].map(short)).toEqual(['$0', '$20', '$10.50', '-$2.80', '$1.23K']);
  });

  it('are shown at every bar if there is room, else at the largest and the last', () => {
    const values = [5, 0, 9, 4];
    const texts = ['$5', '$0', '$9', '$4'];
    expect([...labelledMonths(values, texts, { slot: 40, type: 13 })]).toEqual([0, 2, 3]);
    expect([...labelledMonths(values, texts, { slot: 24, type: 13 })]).toEqual([0, 2, 3]);
    expect([...labelledMonths(values, texts, { slot: 12, type: 13 })]).toEqual([2]);
    expect([...labelledMonths([9, 0, 5, 4], texts, { slot: 12, type: 13 })]).toEqual([0, 3]);
    expect([...labelledMonths([0, 0], ['$0', '$0'], { slot: 12, type: 13 })]).toEqual([]);
  });

  it('name every month, or every second or third', () => {
    expect(labelInterval(['Oct', 'Nov'], { slot: 60, type: 13 })).toBe(1);
    expect(labelInterval(['Oct', 'Nov'], { slot: 20, type: 13 })).toBe(2);
    expect(labelInterval(['Oct', 'Nov'], { slot: 12, type: 13 })).toBe(3);
  });

  it.each([
    [[0, 583], false, [0, 200, 400, 600]],
    [[-102.9, 994.7], false, [-250, 0, 250, 500, 750, 1000]],
    [[0, 17], true, [0, 5, 10, 15, 20]],
    [[0, 1], true, [0, 1]],
    [[0, 0.05], false, [0, 0.01, 0.02, 0.03, 0.04, 0.05]],
  ])('have lines at round values, 0 among them: %j', (values, isWhole, lines) => {
    expect(scaleOf(values, isWhole)).toEqual(lines);
  });
});
