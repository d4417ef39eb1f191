import type { CreatorAnalytics } from './figure-queries.ts';
import { revenueMeasure, studentsMeasure } from './figure-words.ts';
import { rangeOf, type FiguresSearch } from './figures-search.ts';
import { RangeFilter } from './range-filter.tsx';
import { trendOf } from './trend.ts';
import { TrendSection } from './trend-section.tsx';

interface TrendsProps {
  readonly analytics: CreatorAnalytics;
  readonly search: FiguresSearch;
  readonly onSearch: (search: FiguresSearch) => void;
}

/** Revenue and students by month (CRE-06). */
export function Trends({ analytics, search, onSearch }: TrendsProps) {
  const { months, revenue_trend: revenue, student_growth: students } = analytics;
  const isCompared = search.compare === 'year';
  const trend = (values: readonly number[]) => trendOf(months, values, rangeOf(search), isCompared);
  return (
    <>
      <RangeFilter search={search} onSearch={onSearch} />
      <TrendSection measure={revenueMeasure()} trend={trend(revenue)} isCompared={isCompared} />
      <TrendSection measure={studentsMeasure()} trend={trend(students)} isCompared={isCompared} />
    </>
  );
}
