import { useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { KindRow, Overview, QueueRow } from '#contract/operator/overview.contract.ts';
import type { Series } from '#contract/operator/series.contract.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import type { RunFilter } from '#contract/operator/runs-console.contract.ts';
import { Sparkline } from '#frontend/ui/cards/sparkline.tsx';
import { ExpandMoreIcon } from '#frontend/ui/icons.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { timeOf } from '../charts/series-sheets.ts';
import { ConsoleTable, Mark, Quiet, type Column } from '../parts/console-table.tsx';
import { formatSeconds, NO_VALUE, sum } from '../parts/figures.ts';
import { PauseButton } from '../parts/pause-button.tsx';
import { RunsLink } from './runs-link.tsx';
import { filterOfQueue, laneWord, workWord } from './work-words.ts';

/** A count that links to the runs behind it. */
const counted = (count: number, filter: RunFilter) => (count === 0 ? '0' : <RunsLink filter={filter}>{formatNumber(count)}</RunsLink>);

/** A queue's current state, and its figures over a range once they have loaded. */
interface Row extends QueueRow {
  readonly past: Series['queues'][number] | undefined;
}

const queueColumns = (range: string, series: Series | undefined): Column<Row>[] => [
  {
    id: 'work',
    name: t('Kind of work'),
    isWhole: true,
    cell: (row) => (
      <>
        <RunsLink filter={{ step: 'live', ...filterOfQueue(row.queue) }}>{workWord(row.work)}</RunsLink>{' '}
        {row.lane === 'batch' && <Quiet sx={{ fontWeight: 400 }}>{laneWord(row.lane)}</Quiet>}
      </>
    ),
  },
  { id: 'state', name: t('State'), isWhole: true, cell: (row) => <QueueState row={row} /> },
  {
    id: 'ended',
    name: t('In {range}', { range }),
    cell: ({ queue, past }) =>
      past &&
      series && (
        <RunsLink
          filter={{ step: 'ended', ...filterOfQueue(queue), ...timeOf(series, null) }}
          label={t('{n} in {range}', { n: formatNumber(past.ended_total), range })}
        >
          <Box component="span" sx={{ display: 'block', width: 84, height: 24, '& > svg': { height: 24 } }}>
            <Sparkline values={past.ended} />
          </Box>
        </RunsLink>
      ),
  },
  { id: 'active', name: t('Active'), isFigure: true, cell: (row) => counted(row.active, { step: 'active', ...filterOfQueue(row.queue) }) },
  {
    id: 'waiting',
    name: t('Waiting'),
    isFigure: true,
    cell: (row) => counted(row.waiting, { step: 'waiting', ...filterOfQueue(row.queue) }),
  },
  {
    id: 'delayed',
    name: t('Delayed'),
    isFigure: true,
    isExtra: true,
    cell: (row) => counted(row.delayed, { step: 'delayed', ...filterOfQueue(row.queue) }),
  },
  { id: 'oldest', name: t('Oldest'), isFigure: true, cell: (row) => (row.waiting === 0 ? NO_VALUE : formatSeconds(row.oldest_s)) },
  {
    id: 'half',
    name: t('Wait p50'),
    isFigure: true,
    isExtra: true,
    cell: ({ past }) => (past?.wait ? formatSeconds(past.wait.p50) : NO_VALUE),
  },
  { id: 'wait', name: t('Wait p95'), isFigure: true, cell: ({ past }) => (past?.wait ? formatSeconds(past.wait.p95) : NO_VALUE) },
  {
    id: 'empty',
    name: t('Time to empty'),
    isFigure: true,
    isExtra: true,
    cell: (row) => (row.empty_in_s === null ? NO_VALUE : formatSeconds(row.empty_in_s)),
  },
  {
    id: 'failed',
    name: t('Failed'),
    isFigure: true,
    cell: ({ past, queue }) =>
      series && past ? counted(past.failed_total, { step: 'failed', ...filterOfQueue(queue), ...timeOf(series, null) }) : '0',
  },
  {
    id: 'workers',
    name: t('Workers'),
    isFigure: true,
    isExtra: true,
    cell: (row) => formatNumber(row.workers),
  },
  { id: 'queue', name: t('Queue'), isWhole: true, isExtra: true, cell: (row) => <bdi lang="en">{row.queue}</bdi> },
  { id: 'act', name: t('Act'), isAct: true, cell: (row) => <PauseButton scope="queue" name={row.queue} isPaused={row.is_paused} /> },
];

/** A queue's state in words, coloured only if a person is needed. */
function QueueState({ row: { is_paused: isPaused, workers, active, waiting } }: { readonly row: QueueRow }) {
  if (isPaused) return <Mark color="warning">{t('Paused')}</Mark>;
  if (workers === 0) return <Mark>{t('no worker')}</Mark>;
  return <Quiet>{active > 0 ? t('Working') : waiting > 0 ? t('Waiting') : t('Idle')}</Quiet>;
}

const isAtRest = ({ active, waiting, delayed, failed, ended, is_paused: isPaused, workers, past }: Row): boolean =>
  active + waiting + delayed + failed + sum(ended) + (past?.ended_total ?? 0) === 0 && !isPaused && workers > 0;

interface QueueTableProps extends Pick<Overview, 'queues'> {
  /** The range in words. */
  readonly range: string;
  readonly series: Series | undefined;
}

/** One row per kind of work and lane. Rows without work in the range, usually most of them, are shown on request. */
export function QueueTable({ queues, range, series }: QueueTableProps) {
  const pastOf = new Map(series?.queues.map((row) => [`${row.work} ${row.lane}`, row]));
  const [isWhole, setWhole] = useState(false);
  const rows = queues.map((queue) => ({ ...queue, past: pastOf.get(`${queue.work} ${queue.lane}`) }));
  const busy = rows.filter((row) => !isAtRest(row));
  const idle = rows.length - busy.length;
  return (
    <ConsoleTable
      label={t('Queues')}
      aside={
        <Rest count={idle} isWhole={isWhole} onToggle={() => setWhole(!isWhole)}>
          {t('{n, plural, one {# idle queue} other {# idle queues}}', { n: idle })}
        </Rest>
      }
      columns={queueColumns(range, series)}
      rows={isWhole ? rows : busy}
      empty={<Quiet>{t('No activity in this period.')}</Quiet>}
      keyOf={({ queue }) => queue}
      keep="queues"
    />
  );
}

interface RestProps {
  /** Number of rows hidden at first; 0 if there are none. */
  readonly count: number;
  readonly isWhole: boolean;
  readonly onToggle: () => void;
  /** What they are, with their number. */
  readonly children: string;
}

/** Shows and hides the rows of a table in which nothing happens. */
const Rest = ({ count, isWhole, onToggle, children }: RestProps) =>
  count > 0 && (
    <Button
      size="small"
      color="inherit"
      aria-expanded={isWhole}
      endIcon={<ExpandMoreIcon aria-hidden sx={isWhole ? { transform: 'rotate(180deg)' } : undefined} />}
      onClick={onToggle}
    >
      <VisuallyHidden>{isWhole ? t('Hide') : t('Show')} </VisuallyHidden>
      {children}
    </Button>
  );

const kindColumns = (): Column<KindRow>[] => [
  {
    id: 'kind',
    name: t('Kind'),
    isWhole: true,
    cell: (row) => (
      <>
        <RunsLink filter={{ kind: row.kind, lane: row.lane }}>{workWord(row.kind)}</RunsLink>
        {row.is_paused && (
          <>
            {' '}
            <Mark>{t('paused')}</Mark>
          </>
        )}
      </>
    ),
  },
  { id: 'lane', name: t('Lane'), cell: (row) => laneWord(row.lane) },
  { id: 'queued', name: t('Queued'), isFigure: true, cell: ({ kind, lane, queued }) => counted(queued, { kind, lane, status: 'queued' }) },
  {
    id: 'running',
    name: t('Running'),
    isFigure: true,
    cell: ({ kind, lane, running }) => counted(running, { kind, lane, status: 'running', parked: 'no' }),
  },
  {
    id: 'parked',
    name: t('Parked'),
    isFigure: true,
    cell: ({ kind, lane, parked }) => counted(parked, { kind, lane, status: 'running', parked: 'yes' }),
  },
  { id: 'oldest', name: t('Oldest'), isFigure: true, cell: (row) => (row.queued === 0 ? NO_VALUE : formatSeconds(row.oldest_s)) },
  { id: 'act', name: t('Act'), isAct: true, cell: (row) => <PauseButton scope="kind" name={row.kind} isPaused={row.is_paused} /> },
];

/** Active runs by kind and lane; kinds without active runs are shown on request, so that they can be paused. */
export function KindTable({ kinds }: { readonly kinds: readonly KindRow[] }) {
  const [isWhole, setWhole] = useState(false);
  const busy = kinds.filter((row) => row.queued + row.running + row.parked > 0 || row.is_paused);
  return (
    <ConsoleTable
      label={t('Runs')}
      aside={
        <Rest count={kinds.length - busy.length} isWhole={isWhole} onToggle={() => setWhole(!isWhole)}>
          {t('{n, plural, one {# idle kind} other {# idle kinds}}', { n: kinds.length - busy.length })}
        </Rest>
      }
      columns={kindColumns()}
      rows={isWhole ? kinds : busy}
      keyOf={(row) => `${row.kind} ${row.lane}`}
      empty={<Quiet>{t('No runs are waiting or in progress.')}</Quiet>}
    />
  );
}
