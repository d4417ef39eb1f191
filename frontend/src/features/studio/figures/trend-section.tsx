import { lazy, Suspense, useState } from 'react';
import Button from '@mui/material/Button';
import CardContent from '@mui/material/CardContent';
import { saveFile } from '#frontend/lib/save-file.ts';
import { t } from '#frontend/lib/text.ts';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { monthName, yearWords, type Measure } from './figure-words.ts';
import { comparedTotals, hasValues, totalOf, type TrendMonth } from './trend.ts';
import { trendCsv } from './trend-csv.ts';
import { TrendTable } from './trend-table.tsx';

const TrendChart = lazy(() => import('./trend-chart.tsx'));

interface TrendSectionProps {
  readonly measure: Measure;
  readonly trend: readonly TrendMonth[];
  readonly isCompared: boolean;
}

/** A monthly trend: as a chart or a table, and as a file of the shown data. */
export function TrendSection({ measure, trend, isCompared }: TrendSectionProps) {
  const [isTable, setTable] = useState(false);
  const download = () => {
    const csv = new Blob([trendCsv(measure.id, trend, isCompared)], { type: 'text/csv;charset=utf-8' });
    saveFile(csv, `${measure.id}-${trend[0]?.month}-${trend.at(-1)?.month}.csv`);
  };
  return (
    <SectionCard
      isFlush
      title={measure.title}
      line={summaryOf(measure, trend)}
      actions={
        <>
          <Button size="small" variant="outlined" color="inherit" onClick={() => setTable(!isTable)}>
            {isTable ? t('Show as chart') : t('Show as table')}
          </Button>
          <Button size="small" variant="outlined" color="inherit" onClick={download}>
            {t('Download CSV')}
          </Button>
        </>
      }
    >
      {isTable && <TrendTable measure={measure} trend={trend} isCompared={isCompared} />}
      {!isTable && hasValues(trend) && (
        <CardContent sx={{ paddingBlock: 0.5 }}>
          <Suspense fallback={<LoadingState rows={5} />}>
            <TrendChart measure={measure} trend={trend} />
          </Suspense>
        </CardContent>
      )}
    </SectionCard>
  );
}

/** `$1,234.00 in 12 months. Without November, which has not ended: +11% on the same months a year before.` */
function summaryOf(measure: Measure, trend: readonly TrendMonth[]): string {
  if (!hasValues(trend)) return measure.none(trend.length);
  const sum = t('{sum} in {n, plural, one {# month} other {# months}}.', { sum: measure.format(totalOf(trend)), n: trend.length });
  const totals = comparedTotals(trend);
  const change = totals && yearWords(totals);
  const running = trend.find(({ isRunning }) => isRunning);
  if (!change || !running) return sum;
  return `${sum} ${t('Without {month}, which has not ended: {change}.', { month: monthName(running.month), change })}`;
}
