import { useQuery } from '@tanstack/react-query';
import type { Series } from '#contract/operator/series.contract.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { formatNumber, formatStamp } from '#frontend/lib/format.ts';
import { LANE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { series } from '../overview/overview-queries.ts';
import { RunsLink } from '../overview/runs-link.tsx';
import { failureWord, laneWord, purposeWord, workWord } from '../overview/work-words.ts';
import { ConsoleTable, Quiet, type Column } from '../parts/console-table.tsx';
import { formatMicro, formatSeconds, NO_VALUE } from '../parts/figures.ts';
import { RangeChoice, SeriesPanels, useRange } from './series-panels.tsx';
import { furtherSheetsOf, markWords, timeOf } from './series-sheets.ts';

/** The details behind the overview's charts over a range: failures by kind, calls, batches, and events in that time. */
export function ChartsSection() {
  const { data, error, refetch } = useQuery(series(useRange()));
  return (
    <ConsoleFrame
      title={t('Charts')}
      subtitle={t(
        'Press an interval to open its runs, or use the arrow keys and Enter. Each chart is also available as a table and a file.',
      )}
      actions={<RangeChoice />}
    >
      {data ? (
        <>
          <SeriesPanels series={data} own={furtherSheetsOf(data)} ids={[]} />
          <Breakdown series={data} />
        </>
      ) : error ? (
        <ErrorState title={t('The charts could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={t('Loading the charts')} rows={8} />
      )}
    </ConsoleFrame>
  );
}

type RowOf<Part extends 'queues' | 'failures' | 'purposes' | 'marks' | 'deploys'> = Series[Part][number];

function Breakdown({ series: data }: { readonly series: Series }) {
  const time = timeOf(data, null);
  const nothing = <Quiet>{t('No activity in this period.')}</Quiet>;
  return (
    <>
      {data.deploys.length > 0 && (
        <ConsoleTable
          label={t('Effect of deploys')}
          columns={deployColumns()}
          rows={data.deploys}
          keyOf={({ name, at }) => `${at} ${name}`}
        />
      )}
      <ConsoleTable
        label={t('Work by kind')}
        columns={queueColumns(time)}
        rows={data.queues.toSorted((one, other) => other.ended_total - one.ended_total)}
        keyOf={({ work, lane }) => `${work} ${lane}`}
        empty={nothing}
      />
      <ConsoleTable
        label={t('Permanently failed')}
        columns={failureColumns(time)}
        rows={data.failures}
        keyOf={({ code }) => code}
        empty={nothing}
      />
      <ConsoleTable
        label={t('Cost by service and purpose')}
        columns={purposeColumns(time)}
        rows={data.purposes}
        keyOf={({ service, purpose }) => `${service} ${purpose}`}
        empty={nothing}
      />
      <ConsoleTable
        label={t('In the meantime')}
        columns={markColumns()}
        rows={data.marks.toReversed()}
        keyOf={({ kind, at, name }) => `${kind} ${at} ${name}`}
        empty={<Quiet>{t('No deploys, pauses, alerts or batches in this period.')}</Quiet>}
      />
    </>
  );
}

type Time = ReturnType<typeof timeOf>;

const queueColumns = (time: Time): Column<RowOf<'queues'>>[] => [
  {
    id: 'work',
    name: t('Kind of work'),
    isWhole: true,
    cell: ({ work, lane }) => (
      <>
        <RunsLink filter={{ step: 'ended', work, lane, ...time }}>{workWord(work)}</RunsLink> <Quiet>{laneWord(lane)}</Quiet>
      </>
    ),
  },
  { id: 'ended', name: t('Ended'), isFigure: true, cell: (row) => formatNumber(row.ended_total) },
  { id: 'failed', name: t('Failed'), isFigure: true, cell: (row) => formatNumber(row.failed_total) },
  { id: 'half', name: t('Wait p50'), isFigure: true, cell: ({ wait }) => (wait ? formatSeconds(wait.p50) : NO_VALUE) },
  { id: 'wait', name: t('Wait p95'), isFigure: true, cell: ({ wait }) => (wait ? formatSeconds(wait.p95) : NO_VALUE) },
  { id: 'took', name: t('Duration p95'), isFigure: true, cell: ({ run }) => (run ? formatSeconds(run.p95) : NO_VALUE) },
];

const waitWord = ({ wait }: RowOf<'deploys'>['before']): string => (wait ? formatSeconds(wait.p95) : NO_VALUE);

/** The change as a fraction of the earlier value, e.g. how much longer it took. */
function changeWord({ before, after }: RowOf<'deploys'>): string {
  if (!before.wait || !after.wait || before.wait.p95 === 0) return NO_VALUE;
  const change = Math.round((after.wait.p95 / before.wait.p95 - 1) * 100);
  return change === 0 ? t('the same') : `${change > 0 ? '+' : '−'}${formatNumber(Math.abs(change))} %`;
}

const deployColumns = (): Column<RowOf<'deploys'>>[] => [
  { id: 'name', name: t('Deploy'), cell: ({ name }) => <bdi>{name}</bdi> },
  { id: 'at', name: t('When'), isWhole: true, cell: ({ at }) => formatStamp(at) },
  { id: 'before', name: t('Wait p95, hour before'), isFigure: true, cell: ({ before }) => waitWord(before) },
  { id: 'after', name: t('Wait p95, hour after'), isFigure: true, cell: ({ after }) => waitWord(after) },
  { id: 'change', name: t('Change'), isFigure: true, cell: changeWord },
  {
    id: 'steps',
    name: t('Steps before and after'),
    isFigure: true,
    cell: ({ before, after }) => `${formatNumber(before.ended)} · ${formatNumber(after.ended)}`,
  },
];

const failureColumns = (time: Time): Column<RowOf<'failures'>>[] => [
  {
    id: 'code',
    name: t('Error'),
    cell: ({ code }) => <RunsLink filter={{ step: 'failed', step_error: code, ...time }}>{failureWord(code)}</RunsLink>,
  },
  { id: 'count', name: t('Steps'), isFigure: true, cell: ({ count }) => formatNumber(count) },
];

const purposeColumns = (time: Time): Column<RowOf<'purposes'>>[] => [
  {
    id: 'service',
    name: t('Service'),
    cell: ({ service: name, purpose }) => {
      const service = SERVICES.find((known) => known === name);
      return <RunsLink filter={{ ...(service && { service }), purpose, ...time }}>{service ? LANE_NAMES[service] : name}</RunsLink>;
    },
  },
  { id: 'purpose', name: t('For'), cell: ({ purpose }) => purposeWord(purpose) },
  { id: 'calls', name: t('Calls'), isFigure: true, cell: ({ calls }) => formatNumber(calls) },
  { id: 'tokens', name: t('Tokens'), isFigure: true, cell: ({ tokens }) => formatNumber(tokens) },
  { id: 'cost', name: t('Cost'), isFigure: true, cell: (row) => formatMicro(row.micro_usd) },
];

const markColumns = (): Column<RowOf<'marks'>>[] => [
  { id: 'what', name: t('What'), cell: (mark) => markWords(mark) },
  { id: 'from', name: t('Since'), isWhole: true, cell: ({ at }) => formatStamp(at) },
  {
    id: 'until',
    name: t('Until'),
    isWhole: true,
    cell: ({ kind, until }) => (kind === 'deploy' ? NO_VALUE : until === null ? t('still') : formatStamp(until)),
  },
];
