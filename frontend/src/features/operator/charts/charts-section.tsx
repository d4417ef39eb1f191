import { lazy, Suspense, useState } from 'react';
import Button from '@mui/material/Button';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { readCharts, type Charts } from '#contract/operator/control.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { saveFile } from '#frontend/lib/save-file.ts';
import { t } from '#frontend/lib/text.ts';
import { ColumnHeads } from '#frontend/ui/data-table.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { ConsoleTable } from '../parts/console-table.tsx';
import { formatMicro, formatSeconds } from '../parts/figures.ts';

const BarsChart = lazy(() => import('./bars-chart.tsx'));
const HOURS = [6, 24, 72, 168] as const;

const charts = (hours: number) =>
  queryOptions({ queryKey: ['operator', 'charts', hours], queryFn: ({ signal }) => call(readCharts, { query: { hours }, signal }) });

/** The data of a chart as a table, formatted, and as CSV. */
interface Sheet {
  readonly id: string;
  readonly title: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** For the file: unformatted numbers. */
  readonly raw: readonly (readonly (string | number)[])[];
  readonly bars: readonly { readonly name: string; readonly value: number; readonly label: string }[];
}

/** Throughput and wait by queue, failures by class, and cost by service and feature, each as a chart, a table and a CSV. */
export function ChartsSection() {
  const [hours, setHours] = useState(24);
  const { data, error, refetch } = useQuery(charts(hours));
  return (
    <ConsoleFrame
      title={t('Charts')}
      actions={
        <SelectField
          label={t('Last hours')}
          value={String(hours)}
          onChange={({ target }) => setHours(Number(target.value))}
          options={HOURS.map((count) => ({ value: String(count), label: formatNumber(count) }))}
        />
      }
    >
      {data ? (
        sheetsOf(data).map((sheet) => <SheetView key={sheet.id} sheet={sheet} />)
      ) : error ? (
        <ErrorState title={t('The charts could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={t('Loading the charts')} rows={8} />
      )}
    </ConsoleFrame>
  );
}

function SheetView({ sheet }: { readonly sheet: Sheet }) {
  const save = () => saveFile(new Blob([csvOf(sheet)], { type: 'text/csv' }), `${sheet.id}.csv`);
  return (
    <RuledSection
      title={sheet.title}
      aside={
        sheet.rows.length > 0 && (
          <Button size="small" color="inherit" onClick={save}>
            {t('Save as CSV')}
          </Button>
        )
      }
    >
      {sheet.rows.length === 0 ? (
        <p>{t('Nothing in this time.')}</p>
      ) : (
        <>
          <Suspense fallback={<LoadingState label={t('Loading the charts')} rows={3} />}>
            <BarsChart label={sheet.title} bars={sheet.bars} />
          </Suspense>
          <ConsoleTable label={sheet.title}>
            <ColumnHeads columns={sheet.heads.slice(0, 2)} figures={sheet.heads.slice(2)} />
            <tbody>
              {sheet.rows.map((row) => (
                <tr key={`${row[0]} ${row[1]}`}>
                  {row.map((cell, index) => (
                    <td key={sheet.heads[index]} className={index > 1 ? 'figure' : undefined}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </ConsoleTable>
        </>
      )}
    </RuledSection>
  );
}

function sheetsOf({ throughput, failures, cost }: Charts): readonly Sheet[] {
  const byQueue = [...Map.groupBy(throughput, ({ queue }) => queue)];
  const byService = [...Map.groupBy(cost, ({ service }) => service)];
  return [
    {
      id: 'throughput',
      title: t('Throughput and wait by queue'),
      heads: [t('Hour'), t('Queue'), t('Ended'), t('Failed'), t('Wait, 95 of 100'), t('Took, 95 of 100')],
      rows: throughput.map((row) => [
        row.at.slice(0, 16).replace('T', ' '),
        row.queue,
        formatNumber(row.ended),
        formatNumber(row.failed),
        formatSeconds(row.wait_p95),
        formatSeconds(row.run_p95),
      ]),
      raw: throughput.map((row) => [row.at, row.queue, row.ended, row.failed, row.wait_p95, row.run_p95]),
      bars: byQueue.map(([name, rows]) => bar(name, rows, ({ ended }) => ended, formatNumber)),
    },
    {
      id: 'failures',
      title: t('Failures by class'),
      heads: [t('Error'), t('Steps')],
      rows: failures.map(({ code, count }) => [code, formatNumber(count)]),
      raw: failures.map(({ code, count }) => [code, count]),
      bars: failures.map(({ code, count }) => ({ name: code, value: count, label: formatNumber(count) })),
    },
    {
      id: 'cost',
      title: t('Cost by service and purpose'),
      heads: [t('Service'), t('For'), t('Calls'), t('Tokens'), t('Cost')],
      rows: cost.map((row) => [row.service, row.purpose, formatNumber(row.calls), formatNumber(row.tokens), formatMicro(row.micro_usd)]),
      raw: cost.map((row) => [row.service, row.purpose, row.calls, row.tokens, row.micro_usd / 1_000_000]),
      bars: byService.map(([name, rows]) => bar(name, rows, ({ micro_usd: sum }) => sum, formatMicro)),
    },
  ];
}

function bar<Row>(name: string, rows: readonly Row[], of: (row: Row) => number, format: (value: number) => string): Sheet['bars'][number] {
  const value = rows.reduce((sum, row) => sum + of(row), 0);
  return { name, value, label: format(value) };
}

const csvOf = ({ heads, raw }: Sheet): string =>
  [heads, ...raw].map((row) => row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',')).join('\r\n');
