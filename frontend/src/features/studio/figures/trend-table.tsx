import { t } from '#frontend/lib/text.ts';
import { RowTable, type Column } from '#frontend/ui/list/row-table.tsx';
import { monthName, type Measure } from './figure-words.ts';
import { totalOf, type TrendMonth } from './trend.ts';

interface TrendTableProps {
  readonly measure: Measure;
  readonly trend: readonly TrendMonth[];
  readonly isCompared: boolean;
}

/** The chart's months as a table. */
export function TrendTable({ measure, trend, isCompared }: TrendTableProps) {
  const before: Column<TrendMonth> = {
    name: t('A year before'),
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
            isRunning ? t('{month} so far', { month: monthName(month, 'whole') }) : monthName(month, 'whole'),
        },
        {
          name: measure.id === 'revenue' ? t('Revenue') : t('New students'),
          isFigure: true,
          renderCell: ({ value }) => measure.format(value),
        },
        ...(isCompared ? [before] : []),
      ]}
      sums={[
        t('Together'),
        measure.format(totalOf(trend)),
        ...(isCompared ? [measure.format(totalOf(trend.map((month) => ({ ...month, value: month.before ?? 0 }))))] : []),
      ]}
    />
  );
}
