import { csvField } from '#contract/platform/csv-field.ts';
import { lazy, Suspense, useState } from 'react';
import Button from '@mui/material/Button';
import CardContent from '@mui/material/CardContent';
import { saveFile } from '#frontend/lib/save-file.ts';
import { formatMonth } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { RowTable, type Column } from '#frontend/ui/list/row-table.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { yearWords, type Measure } from './figure-words.ts';
import { comparedTotals, hasValues, totalOf, type TrendMonth } from './trend.ts';

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
  const sum = t('{sum} in {n, plural, one {# month} other {# months}}.', { sum: measure.total(totalOf(trend)), n: trend.length });
  const totals = comparedTotals(trend);
  const change = totals && yearWords(totals);
  const running = trend.find(({ isRunning }) => isRunning);
  if (!change || !running) return sum;
  return `${sum} ${t('Without {month}, which has not ended: {change}.', { month: formatMonth(running.month), change })}`;
}

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
  return `\uFEFF${[head, ...rows].map((row) => row.map(csvField).join(',')).join('\r\n')}\r\n`;
}

interface TrendTableProps {
  readonly measure: Measure;
  readonly trend: readonly TrendMonth[];
  readonly isCompared: boolean;
}

/** The chart's months as a table. */
function TrendTable({ measure, trend, isCompared }: TrendTableProps) {
  const before: Column<TrendMonth> = {
    name: t('A year earlier'),
    isFigure: true,
    renderCell: (month) => (month.before === null ? t('unknown') : measure.format(month.before)),
  };
  return (
    <RowTable
      isInner
      label={measure.title}
      rows={trend}
      keyOf={({ month }) => month}
      columns={[
        {
          name: t('Month'),
          renderCell: ({ month, isRunning }) =>
            isRunning ? t('{month} so far', { month: formatMonth(month, 'full') }) : formatMonth(month, 'full'),
        },
        {
          name: measure.id === 'revenue' ? t('Revenue') : t('New students'),
          isFigure: true,
          renderCell: ({ value }) => measure.format(value),
        },
        ...(isCompared ? [before] : []),
      ]}
      sums={[
        t('Total'),
        measure.format(totalOf(trend)),
        ...(isCompared ? [measure.format(totalOf(trend.map((month) => ({ ...month, value: month.before ?? 0 }))))] : []),
      ]}
    />
  );
}
