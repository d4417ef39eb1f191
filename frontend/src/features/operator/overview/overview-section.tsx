import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import Alert from '@mui/material/Alert';
import { useState } from 'react';
import { type Charts, EVERY_QUEUE } from '#contract/operator/control.contract.ts';
import { RECENT_MINUTES, type Overview, type QueueRow, type OperatorAlert } from '#contract/operator/overview.contract.ts';
import { formatClock, formatNumber, formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { FigureCard, StatRow } from '#frontend/ui/cards/stat-row.tsx';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { ConsoleSkeleton } from '#frontend/ui/states/skeletons.tsx';
import { formatMicro, formatSeconds, NO_VALUE } from '../parts/figures.ts';
import { usePause } from '../parts/use-pause.ts';
import { alertSectionName, alertWords } from './alert-words.ts';
import { OverviewPanel } from './overview-panel.tsx';
import { KindTable, QueueTable } from './queue-tables.tsx';
import { charts, EVERY, overview, USUAL_EVERY } from './overview-queries.ts';
import { RunsLink } from './runs-link.tsx';
import { DAY_S, filterOfQueue, laneWord, secondsUntil, workWord } from './work-words.ts';

/** The installation at a glance: queues, AI services, runs, workers, firing alerts, and today's cost. */
export function OverviewSection() {
  const { every = USUAL_EVERY } = useSearch({ from: '/app/operator' });
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(overview(every));
  return (
    <ConsoleFrame
      title={t('Overview')}
      subtitle={data && stateOf(data)}
      actions={
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'end', gap: 1 }}>
          <Box sx={{ width: '8.5rem' }}>
            <SelectField
              label={t('Refresh')}
              value={String(every)}
              options={EVERY.map((seconds) => ({
                value: String(seconds),
                label: seconds === 0 ? t('Paused') : t('Every {n} s', { n: formatNumber(seconds) }),
              }))}
              onChange={({ target }) =>
                void navigate({ to: '.', search: (old) => ({ ...old, every: Number(target.value) }), replace: true })
              }
            />
          </Box>
          <Button color="inherit" variant="outlined" onClick={() => void refetch()} sx={{ flex: 'none', whiteSpace: 'nowrap' }}>
            {t('Refresh now')}
          </Button>
          {data && <PauseAllButton queues={data.queues} />}
        </Stack>
      }
      figures={
        data && (
          <>
            <OpenAlerts alerts={data.alerts} />
            <Figures overview={data} />
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
      {data ? <Tables overview={data} /> : !error && <ConsoleSkeleton label={t('Loading the overview')} />}
    </ConsoleFrame>
  );
}

function stateOf({ at, workers }: Overview): string {
  const alive = workers.filter((worker) => worker.is_alive).length;
  return `${t('As of {time}', { time: formatClock(at) })} · ${t('{n, plural, one {# worker alive} other {# workers alive}}', { n: alive })}`;
}

const MINUTE_S = 60;
const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

/** The figures of the moment, each leading to its runs. A trend is shown where the server has one: by minute, or by hour of the last day. */
function Figures({ overview: { at, queues, spend } }: { readonly overview: Overview }) {
  const { data: day } = useQuery(charts(TREND_HOURS));
  const ended = endedByMinute(queues);
  const slowest = longestWait(queues);
  const [active, waiting, delayed, failed] = (['active', 'waiting', 'delayed', 'failed'] as const).map((state) =>
    formatNumber(sum(queues.map((queue) => queue[state]))),
  );
  const today = { since: `${at.slice(0, 10)}T00:00:00.000Z`, until: at };
  const trendOf = (of: (rows: NonNullable<typeof day>['throughput']) => number) => day && byHour(day.throughput, at, of);
  return (
    <StatRow>
      <FigureCard
        name={t('Steps in the last minute')}
        figure={<RunsLink filter={{ step: 'ended', ...secondsUntil(at, MINUTE_S) }}>{formatNumber(ended.at(-1) ?? 0)}</RunsLink>}
        note={<RunsLink filter={{ step: 'active' }}>{t('{n} at work now', { n: active ?? '' })}</RunsLink>}
        trend={ended}
      />
      <FigureCard
        name={t('Steps waiting')}
        figure={<RunsLink filter={{ step: 'waiting' }}>{waiting}</RunsLink>}
        note={<RunsLink filter={{ step: 'delayed' }}>{t('{n} more are due later', { n: delayed ?? '' })}</RunsLink>}
      />
      <FigureCard
        name={t('Wait, 95 of 100')}
        figure={
          slowest ? (
            <RunsLink filter={{ step: 'ended', ...filterOfQueue(slowest.queue), ...secondsUntil(at, RECENT_MINUTES * MINUTE_S) }}>
              {formatSeconds(slowest.wait.p95)}
            </RunsLink>
          ) : (
            NO_VALUE
          )
        }
        note={
          slowest
            ? t('the longest of 15 minutes: {work}, {lane}', { work: workWord(slowest.work), lane: laneWord(slowest.lane) })
            : t('nothing has ended in 15 minutes')
        }
        trend={trendOf((rows) => Math.max(0, ...rows.map((row) => row.wait_p95)))}
      />
      <FigureCard
        name={t('Failed in 24 h')}
        figure={<RunsLink filter={{ step: 'failed', ...secondsUntil(at, DAY_S) }}>{failed}</RunsLink>}
        note={t('steps that failed for good')}
        trend={trendOf((rows) => sum(rows.map((row) => row.failed)))}
        tone="accent"
      />
      <FigureCard
        name={t('Cost today')}
        figure={<RunsLink filter={today}>{formatMicro(spend.micro_usd)}</RunsLink>}
        note={spendNote(spend)}
      />
    </StatRow>
  );
}

function Tables({ overview: { at, queues, kinds } }: { readonly overview: Overview }) {
  return (
    <>
      <QueueTable queues={queues} at={at} />
      <KindTable kinds={kinds} />
    </>
  );
}

/** The day's cap, and the part that no vendor has reported: a call whose worker was killed may have been paid, and be paid again. */
function spendNote({ cap_micro_usd: cap, presumed_micro_usd: presumed }: Overview['spend']): string {
  const ofCap = cap === null ? t('no cap is set') : t('of {cap}, the daily cap', { cap: formatMicro(cap) });
  return presumed === 0 ? ofCap : `${ofCap} · ${t('{sum} of it presumed: calls that were cut off', { sum: formatMicro(presumed) })}`;
}

/** Hours of the trends of a day. */
export const TREND_HOURS = 24;
const HOUR_MS = 3_600_000;

/** Steps of all queues that ended in each of the last minutes, oldest first. */
export const endedByMinute = (queues: readonly QueueRow[]): readonly number[] =>
  (queues[0]?.ended ?? []).map((_, minute) => queues.reduce((total, { ended }) => total + (ended[minute] ?? 0), 0));

type Timed = QueueRow & { readonly wait: NonNullable<QueueRow['wait']> };

/** The queue with the longest 95th percentile of waiting; null: nothing has ended lately. */
export const longestWait = (queues: readonly QueueRow[]): Timed | null =>
  queues.reduce<Timed | null>((most, queue) => (isTimed(queue) && queue.wait.p95 > (most?.wait.p95 ?? -1) ? queue : most), null);

const isTimed = (queue: QueueRow): queue is Timed => queue.wait !== null;

/** One number for each of the last hours, oldest first. @param now an ISO time @param of what the rows of an hour come to */
export function byHour(rows: Charts['throughput'], now: string, of: (ofHour: Charts['throughput']) => number): readonly number[] {
  const ofHour = Map.groupBy(rows, ({ at }) => Date.parse(at));
  const last = Math.floor(Date.parse(now) / HOUR_MS) * HOUR_MS;
  return Array.from({ length: TREND_HOURS }, (_, index) => of(ofHour.get(last - (TREND_HOURS - 1 - index) * HOUR_MS) ?? []));
}

/** The alerts that are open, in words, each with the way to what shows more of it. */
function OpenAlerts({ alerts }: { readonly alerts: readonly OperatorAlert[] }) {
  if (alerts.length === 0) return null;
  return (
    <Stack component="section" aria-label={t('Open alerts')} sx={{ gap: 1, marginBlockEnd: 2 }}>
      {alerts.map((alert) => {
        const { what, limit, section } = alertWords(alert);
        return (
          <Alert key={alert.id} role="status" severity={alert.severity === 'critical' ? 'error' : 'warning'}>
            <b>{what}</b>
            {limit !== null && ` · ${t('limit {limit}', { limit })}`}
            {` · ${t('since {time}', { time: formatWhen(alert.opened_at) })} · `}
            <TextLink to="/operator/$section" params={{ section }}>
              {alertSectionName(section)}
            </TextLink>
          </Alert>
        );
      })}
    </Stack>
  );
}

/** Pauses all queues after a confirmation; or resumes them when each is paused, because that also ends the pauses of single ones. */
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
              ? t('All queues go on, also those that were paused one by one. It is audited with your name.')
              : t('What runs ends; nothing new begins until an operator resumes it, also after a restart. It is audited with your name.')}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
