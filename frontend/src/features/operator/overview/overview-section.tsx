import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Stack from '@mui/material/Stack';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EVERY_QUEUE } from '#contract/operator/control.contract.ts';
import type { Overview, QueueRow } from '#contract/operator/overview.contract.ts';
import type { RunFilter } from '#contract/operator/runs-console.contract.ts';
import type { Series } from '#contract/operator/series.contract.ts';
import { isSameDay } from '#frontend/lib/calendar.ts';
import { formatClock, formatNumber, formatStamp, formatTime } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { FigureCard, StatSheet } from '#frontend/ui/cards/stat-sheet.tsx';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { RefreshIcon } from '#frontend/ui/feature-icons.tsx';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { ConsoleSkeleton } from '#frontend/ui/states/skeletons.tsx';
import { formatMicro, formatSeconds, NO_VALUE, sum } from '../parts/figures.ts';
import { MarkChips, RangeChoice, rangeWord, SeriesPanels, useRange } from '../charts/series-panels.tsx';
import { timeOf } from '../charts/series-sheets.ts';
import { usePause } from '../parts/use-pause.ts';
import { NeedsYou } from './needs-you.tsx';
import { Lanes, OverviewPanel, Workers } from './overview-panel.tsx';
import { KindTable, QueueTable } from './queue-tables.tsx';
import { EVERY, overview, series, USUAL_EVERY } from './overview-queries.ts';
import { RunsLink } from './runs-link.tsx';

/** The installation at a glance: queues, AI services, runs, workers, firing alerts, and today's cost. */
export function OverviewSection() {
  const { every = USUAL_EVERY } = useSearch({ from: '/app/operator' });
  const navigate = useNavigate();
  const range = useRange();
  const { data, error, refetch } = useQuery(overview(every));
  const { data: past } = useQuery(series(range, every));
  return (
    <ConsoleFrame
      title={t('Overview')}
      subtitle={data && stateOf(data)}
      actions={
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <RangeChoice />
          <Select
            size="small"
            value={every}
            inputProps={{ 'aria-label': t('Refresh') }}
            onChange={({ target }) => void navigate({ to: '.', search: (old) => ({ ...old, every: Number(target.value) }), replace: true })}
          >
            {EVERY.map((seconds) => (
              <MenuItem key={seconds} value={seconds}>
                {seconds === 0 ? t('Paused') : t('Every {n} s', { n: formatNumber(seconds) })}
              </MenuItem>
            ))}
          </Select>
          <IconButton aria-label={t('Refresh now')} title={t('Refresh now')} onClick={() => void refetch()}>
            <RefreshIcon aria-hidden fontSize="small" />
          </IconButton>
        </Stack>
      }
      acts={data && <PauseAllButton queues={data.queues} />}
      isHeld={data?.queues.some(({ is_paused: isPaused }) => isPaused) ?? false}
      figures={
        data && (
          <>
            <NeedsYou alerts={data.alerts} />
            <Figures overview={data} past={past} />
            {past && <MarkChips series={past} />}
            {past && <SeriesPanels series={past} />}
          </>
        )
      }
      panel={data && <OverviewPanel overview={data} />}
    >
      {error && (
        <ErrorState title={t('The overview could not be loaded')} error={error} onRetry={() => void refetch()}>
          {data && t('This view is out of date.')}
        </ErrorState>
      )}
      {data ? (
        <Tables overview={data} range={rangeWord(range)} past={past} />
      ) : (
        !error && <ConsoleSkeleton label={t('Loading the overview')} />
      )}
    </ConsoleFrame>
  );
}

function stateOf({ at, workers }: Overview): string {
  const alive = workers.filter((worker) => worker.is_alive).length;
  return `${t('As of {time}', { time: formatClock(at) })} · ${t('{n, plural, one {# worker alive} other {# workers alive}}', { n: alive })}`;
}

interface PastProps {
  readonly overview: Overview;
  /** The chosen range; absent until it has loaded. */
  readonly past: Series | undefined;
}

/** The number of waiting jobs, and the figures of the range, each linked to its runs. They are the totals of the charts below. */
function Figures({ overview: { queues, spend }, past }: PastProps) {
  const count = (state: 'active' | 'waiting' | 'delayed') => sum(queues.map((queue) => queue[state]));
  const [active, waiting, delayed] = [count('active'), count('waiting'), count('delayed')];
  const range = past && totalsOf(past);
  const time = past && timeOf(past, null);
  return (
    <StatSheet>
      <FigureCard
        name={t('Steps finished')}
        figure={range && time ? <RunsLink filter={{ step: 'ended', ...time }}>{formatNumber(range.ended.total)}</RunsLink> : NO_VALUE}
        note={
          <Linked count={active} filter={{ step: 'active' }}>
            {t('{n} in progress now', { n: formatNumber(active) })}
          </Linked>
        }
        trend={range?.ended.bars}
      />
      <FigureCard
        name={t('Waiting now')}
        figure={
          <Linked count={waiting} filter={{ step: 'waiting' }}>
            {formatNumber(waiting)}
          </Linked>
        }
        note={
          <Linked count={delayed} filter={{ step: 'delayed' }}>
            {t('{n} more are due later', { n: formatNumber(delayed) })}
          </Linked>
        }
      />
      <FigureCard
        name={t('Wait p95')}
        figure={
          range?.wait && time ? (
            <RunsLink filter={{ step: 'ended', lane: 'interactive', ...time }}>{formatSeconds(range.wait.total)}</RunsLink>
          ) : (
            NO_VALUE
          )
        }
        note={
          past && range?.wait ? (
            <MetaLine facts={[t('half within {time}', { time: formatSeconds(range.wait.half) }), worstWords(past, range.wait.bars)]} />
          ) : (
            t('none have ended')
          )
        }
        trend={range?.wait?.bars.filter((wait) => wait > 0)}
      />
      <FigureCard
        name={t('Failed attempts')}
        figure={
          range && time ? <RunsLink filter={{ outcome: 'failed', ...time }}>{formatNumber(range.attempts.total)}</RunsLink> : NO_VALUE
        }
        note={
          range &&
          time && (
            <Linked count={range.failed} filter={{ step: 'failed', ...time }}>
              {t('{n} of {all} steps failed permanently', { n: formatNumber(range.failed), all: formatNumber(range.ended.total) })}
            </Linked>
          )
        }
        trend={range?.attempts.bars}
        tone="accent"
      />
      <FigureCard
        name={t('Cost')}
        figure={range && time ? <RunsLink filter={time}>{formatMicro(range.cost.total)}</RunsLink> : NO_VALUE}
        note={spendNote(spend)}
        trend={range?.cost.bars}
      />
    </StatSheet>
  );
}

interface LinkedProps {
  readonly count: number;
  readonly filter: RunFilter;
  readonly children: string;
}

/** Words about a count, linked to its runs if there are any. */
const Linked = ({ count, filter, children }: LinkedProps) => (count === 0 ? children : <RunsLink filter={filter}>{children}</RunsLink>);

/** `14:00` today, otherwise with the day. */
const momentWords = (iso: string): string => (isSameDay(iso, new Date()) ? formatTime(iso) : formatStamp(iso));

function worstWords(past: Series, waits: readonly number[]): string {
  const worst = Math.max(...waits);
  return t('peak {time}, {when}', { time: formatSeconds(worst), when: momentWords(past.bars[waits.indexOf(worst)]!) });
}

interface Total {
  readonly total: number;
  readonly bars: readonly number[];
}

/** The figures of a range: totals of its charts, and how long learners' steps waited. */
export function totalsOf({ bars, queues, waits, attempts, services }: Series): {
  readonly ended: Total;
  readonly failed: number;
  readonly attempts: Total;
  readonly cost: Total;
  /** Null if nothing has ended; `half` is the median. */
  readonly wait: (Total & { readonly half: number }) | null;
} {
  const summed = (rows: readonly (readonly number[])[]): Total => {
    const perBar = bars.map((_, bar) => sum(rows.map((row) => row[bar] ?? 0)));
    return { total: sum(perBar), bars: perBar };
  };
  const interactive = waits.find(({ lane }) => lane === 'interactive');
  return {
    ended: summed(queues.map(({ ended }) => ended)),
    failed: sum(queues.map((row) => row.failed_total)),
    attempts: summed(attempts.map(({ calls }) => calls)),
    cost: summed(services.map((row) => row.micro_usd)),
    wait: interactive?.total
      ? { total: interactive.total.p95, half: interactive.total.p50, bars: interactive.bars.map((bar) => bar?.p95 ?? 0) }
      : null,
  };
}

interface TablesProps extends PastProps {
  /** The range in words. */
  readonly range: string;
}

function Tables({ overview: { queues, kinds, lanes, workers, at }, range, past }: TablesProps) {
  return (
    <>
      <QueueTable queues={queues} range={range} series={past} />
      <KindTable kinds={kinds} />
      <Box sx={{ display: 'grid', gap: 2, alignItems: 'start', gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 18rem), 1fr))' }}>
        <Lanes lanes={lanes} />
        <Workers workers={workers} at={at} />
      </Box>
    </>
  );
}

/**
 * The daily cap, and the part of the cost that no vendor has confirmed: a call whose worker was killed may have been charged, and may be
 * charged again.
 */
function spendNote({ micro_usd: spent, cap_micro_usd: cap, presumed_micro_usd: presumed }: Overview['spend']): string {
  if (cap === null) return t('no daily cap is set');
  const ofCap = t('{spent} of today’s cap of {cap}', { spent: formatMicro(spent), cap: formatMicro(cap) });
  return presumed === 0 ? ofCap : `${ofCap} · ${t('{sum} of it estimated, for calls that were cut off', { sum: formatMicro(presumed) })}`;
}

/** Pauses all queues after a confirmation. If every queue is paused, it resumes them, which also ends individual pauses. */
export function PauseAllButton({ queues }: { readonly queues: readonly QueueRow[] }) {
  const isPaused = queues.every((queue) => queue.is_paused);
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = usePause({ scope: 'queue', name: EVERY_QUEUE, isPaused }, () => setAsking(false));
  const act = isPaused ? t('Resume all') : t('Pause all');
  return (
    <>
      <Button color="inherit" variant="outlined" onClick={() => setAsking(true)} sx={{ flex: 'none', whiteSpace: 'nowrap' }}>
        {act}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={isPaused ? t('Resume all queues') : t('Pause all queues')}
          act={act}
          keep={t('Keep as it is')}
          isPending={isPending}
          onConfirm={() => mutate()}
          onClose={() => setAsking(false)}
        >
          <p>
            {isPaused
              ? t('All queues resume, including those paused individually. The audit log records it under your name.')
              : t(
                  'Running work finishes; nothing new starts until an operator resumes it, even after a restart. The audit log records it under your name.',
                )}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
