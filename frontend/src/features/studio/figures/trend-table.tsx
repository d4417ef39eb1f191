import { styled } from '@mui/material/styles';
import { t } from '#frontend/lib/text.ts';
import { DataTable } from '#frontend/ui/data-table.tsx';
import { monthName, type Measure } from './figure-words.ts';
import { totalOf, type TrendMonth } from './trend.ts';

const Table = styled(DataTable)({
  '& th, & td': { padding: '6px 8px', textAlign: 'end' },
  '& th:first-of-type': { textAlign: 'start' },
  '& tfoot > tr > *': { fontWeight: 650 },
});

interface TrendTableProps {
  readonly measure: Measure;
  readonly trend: readonly TrendMonth[];
  readonly isCompared: boolean;
}

/** The chart's months as a table. */
export function TrendTable({ measure, trend, isCompared }: TrendTableProps) {
  return (
    <Table label={measure.title}>
      <thead>
        <tr>
          <th scope="col">{t('Month')}</th>
          <th scope="col">{measure.id === 'revenue' ? t('Revenue') : t('New students')}</th>
          {isCompared && <th scope="col">{t('A year before')}</th>}
        </tr>
      </thead>
      <tbody>
        {trend.map(({ month, value, before, isRunning }) => (
          <tr key={month}>
            <th scope="row">{isRunning ? t('{month} so far', { month: monthName(month, 'whole') }) : monthName(month, 'whole')}</th>
            <td>{measure.format(value)}</td>
            {isCompared && <td>{before === null ? t('unknown') : measure.format(before)}</td>}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('Together')}</th>
          <td>{measure.format(totalOf(trend))}</td>
          {isCompared && <td>{measure.format(totalOf(trend.map((month) => ({ ...month, value: month.before ?? 0 }))))}</td>}
        </tr>
      </tfoot>
    </Table>
  );
}
