import { lazy, Suspense, useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { Charts } from '#contract/operator/control.contract.ts';
import type { RunFilter } from '#contract/operator/runs-console.contract.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { saveFile } from '#frontend/lib/save-file.ts';
import { t } from '#frontend/lib/text.ts';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { charts } from '../overview/overview-queries.ts';
import { RunsLink } from '../overview/runs-link.tsx';
import { filterOfQueue, findOf } from '../overview/work-words.ts';
import { ConsoleTable, type Column } from '../parts/console-table.tsx';
import { formatMicro, formatSeconds } from '../parts/figures.ts';
import type { ChartBar } from './bars-chart.tsx';

const BarsChart = lazy(() => import('./bars-chart.tsx'));
const HOURS = [6, 24, 72, 168] as const;
const HOUR_MS = 3_600_000;

/** The data of a chart as a table, formatted, and as CSV. */
interface Sheet {
  readonly id: string;
  readonly title: string;
  readonly heads: readonly string[];
  readonly rows: readonly { readonly cells: readonly string[]; readonly runs: RunFilter }[];
  /** For the file: unformatted numbers. */
  readonly raw: readonly (readonly (string | number)[])[];
  readonly bars: readonly ChartBar[];
}

/** Throughput and wait by queue, failures by class, and cost by service and feature, each as a chart, a table and a CSV, leading to its runs. */
export function ChartsSection() {
  const [hours, setHours] = useState(24);
  const { data, error, refetch } = useQuery(charts(hours));
  return (
    <ConsoleFrame
      title={t('Charts')}
      subtitle={t('A bar, its name and a row of the table lead to their runs.')}
      actions={
        <Box sx={{ flex: '0 1 10rem' }}>
          <SelectField
            label={t('Last hours')}
            value={String(hours)}
            onChange={({ target }) => setHours(Number(target.value))}
            options={HOURS.map((count) => ({ value: String(count), label: formatNumber(count) }))}
          />
        </Box>
      }
    >
      {data ? (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 20rem), 1fr))', alignItems: 'start' }}>
          {sheetsOf(data).map((sheet) => (
            <SheetView key={sheet.id} sheet={sheet} />
          ))}
        </Box>
      ) : error ? (
        <ErrorState title={t('The charts could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={t('Loading the charts')} rows={8} />
      )}
    </ConsoleFrame>
  );
}

function SheetView({ sheet: { id, title, heads, rows, raw, bars } }: { readonly sheet: Sheet }) {
  const navigate = useNavigate();
  const [isTable, setTable] = useState(false);
  const save = () => saveFile(new Blob([csvOf(heads, raw)], { type: 'text/csv' }), `${id}.csv`);
  const open = (runs: RunFilter) =>
    void navigate({ to: '/operator/$section', params: { section: 'runs' }, search: { find: findOf(runs) } });
  return (
    <Card component="section" aria-label={title} sx={{ padding: 1 }}>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', gap: '0 8px', paddingInline: 1 }}>
        <Typography variant="h3" component="h2" sx={{ flexGrow: 1 }}>
          {title}
        </Typography>
        {rows.length > 0 && (
          <span>
            <Button size="small" color="inherit" onClick={() => setTable(!isTable)}>
              {isTable ? t('Show as chart') : t('Show as table')}
            </Button>
            <Button size="small" color="inherit" onClick={save}>
              {t('Save as CSV')}
            </Button>
          </span>
        )}
      </Stack>
      {rows.length === 0 ? (
        <Typography variant="body2" color="textSecondary" sx={{ padding: 1 }}>
          {t('Nothing in this time.')}
        </Typography>
      ) : isTable ? (
        <ConsoleTable label={title} columns={columnsOf(heads)} rows={rows} keyOf={({ cells }) => `${cells[0]} ${cells[1]}`} isInner />
      ) : (
        <Suspense fallback={<LoadingState label={t('Loading the charts')} rows={3} />}>
          <BarsChart label={title} bars={bars} onOpen={open} />
        </Suspense>
      )}
    </Card>
  );
}

/** The first column leads to the runs of the row; what is no name is a figure. */
const columnsOf = (heads: Sheet['heads']): Column<Sheet['rows'][number]>[] =>
  heads.map((name, place) => ({
    id: name,
    name,
    isFigure: place > 1 || (place === 1 && heads.length === 2),
    cell: ({ cells, runs }) => (place === 0 ? <RunsLink filter={runs}>{cells[0]}</RunsLink> : cells[place]),
  }));

function sheetsOf({ from: since, until, throughput, failures, cost }: Charts): readonly Sheet[] {
  const time = { since, until };
  const failedWith = (code: string): RunFilter => ({ step: 'failed', step_error: code, ...time });
  const askedOf = (name: string, purpose?: string): RunFilter => {
    const service = SERVICES.find((known) => known === name);
    return { ...(service && { service }), ...(purpose !== undefined && { purpose }), ...time };
  };
  const byQueue = [...Map.groupBy(throughput, ({ queue }) => queue)];
  const byService = [...Map.groupBy(cost, ({ service }) => service)];
  return [
    {
      id: 'throughput',
      title: t('Throughput and wait by queue'),
      heads: [t('Hour'), t('Queue'), t('Ended'), t('Failed'), t('Wait, 95 of 100'), t('Took, 95 of 100')],
      rows: throughput.map((row) => ({
        cells: [
          row.at.slice(0, 16).replace('T', ' '),
          row.queue,
          formatNumber(row.ended),
          formatNumber(row.failed),
          formatSeconds(row.wait_p95),
          formatSeconds(row.run_p95),
        ],
        runs: { step: 'ended', ...filterOfQueue(row.queue), ...hourOf(row.at, time) },
      })),
      raw: throughput.map((row) => [row.at, row.queue, row.ended, row.failed, row.wait_p95, row.run_p95]),
      bars: byQueue.map(([name, rows]) =>
        bar(name, rows, ({ ended }) => ended, formatNumber, { step: 'ended', ...filterOfQueue(name), ...time }),
      ),
    },
    {
      id: 'failures',
      title: t('Failures by class'),
      heads: [t('Error'), t('Steps')],
      rows: failures.map(({ code, count }) => ({ cells: [code, formatNumber(count)], runs: failedWith(code) })),
      raw: failures.map(({ code, count }) => [code, count]),
      bars: failures.map((row) => bar(row.code, [row], ({ count }) => count, formatNumber, failedWith(row.code))),
    },
    {
      id: 'cost',
      title: t('Cost by service and purpose'),
      heads: [t('Service'), t('For'), t('Calls'), t('Tokens'), t('Cost')],
      rows: cost.map((row) => ({
        cells: [row.service, row.purpose, formatNumber(row.calls), formatNumber(row.tokens), formatMicro(row.micro_usd)],
        runs: askedOf(row.service, row.purpose),
      })),
      raw: cost.map((row) => [row.service, row.purpose, row.calls, row.tokens, row.micro_usd / 1_000_000]),
      bars: byService.map(([name, rows]) => bar(name, rows, ({ micro_usd: sum }) => sum, formatMicro, askedOf(name))),
    },
  ];
}

/** The part of an hour that the charts are of. */
function hourOf(at: string, { since, until }: { readonly since: string; readonly until: string }): RunFilter {
  const [start, end] = [new Date(at), new Date(Date.parse(at) + HOUR_MS)].map((time) => time.toISOString()) as [string, string];
  return { since: start > since ? start : since, until: end < until ? end : until };
}

function bar<Row>(
  name: string,
  rows: readonly Row[],
  of: (row: Row) => number,
  format: (value: number) => string,
  runs: RunFilter,
): ChartBar {
  const value = rows.reduce((sum, row) => sum + of(row), 0);
  return { name, value, label: format(value), runs };
}

const csvOf = (heads: Sheet['heads'], raw: Sheet['raw']): string =>
  [heads, ...raw].map((row) => row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',')).join('\r\n');
