import { useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { actOnSchedule, listSchedules, type Schedule, type ScheduleAct } from '#contract/operator/schedules.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatList, formatNumber, formatStamp, formatTimeOfDay, formatWeekday } from '#frontend/lib/format.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { FigureCard, StatSheet } from '#frontend/ui/cards/stat-sheet.tsx';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { ConsoleTable, Mark, Quiet, type Column } from '../parts/console-table.tsx';
import { formatSeconds, NO_VALUE } from '../parts/figures.ts';

const REFRESH_MS = 2_000;
const schedules = () =>
  queryOptions({
    queryKey: ['operator', 'schedules'],
    queryFn: ({ signal }) => call(listSchedules, { signal }),
    refetchInterval: REFRESH_MS,
  });

/** The workers' recurring jobs. */
export function SchedulesSection() {
  const cache = useQueryClient();
  const [pausing, setPausing] = useState<Schedule | null>(null);
  const { data, error, refetch } = useQuery(schedules());
  const { mutate, isPending } = useAction({
    mutationFn: ({ name, act }: { name: string; act: ScheduleAct }) => call(actOnSchedule, { params: { name }, body: { act } }),
    onSuccess: (answer) => {
      setPausing(null);
      cache.setQueryData(schedules().queryKey, answer);
    },
    onError: (problem) => toast('error', errorText(problem, t('The schedule could not be changed.'))),
  });
  return (
    <ConsoleFrame
      title={t('Schedules')}
      subtitle={t('Recurring background work. A pause survives a restart, and the audit log records each action.')}
    >
      {data && data.schedules.length > 0 && <Figures schedules={data.schedules} />}
      {data ? (
        data.schedules.length === 0 ? (
          <EmptyState subject="runs" title={t('No reports from workers yet')} />
        ) : (
          <ConsoleTable
            label={t('Schedules')}
            columns={columns(isPending, (row, act) => (act === 'pause' ? setPausing(row) : mutate({ name: row.name, act })))}
            rows={data.schedules}
            keyOf={({ name }) => name}
            keep="schedules"
            isAlone
          />
        )
      ) : error ? (
        <ErrorState title={t('The schedules could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={t('Loading the schedules')} rows={6} />
      )}
      {pausing !== null && (
        <ConfirmDialog
          title={t('Pause {name}', { name: `“${translateServerText(pausing.does)}”` })}
          act={t('Pause')}
          keep={t('Keep as it is')}
          isPending={isPending}
          onConfirm={() => mutate({ name: pausing.name, act: 'pause' })}
          onClose={() => setPausing(null)}
        >
          <p>{t('Workers will not run this until it is resumed, even after a restart.')}</p>
        </ConfirmDialog>
      )}
    </ConsoleFrame>
  );
}

const columns = (isBusy: boolean, onAct: (row: Schedule, act: ScheduleAct) => void): Column<Schedule>[] => [
  {
    id: 'what',
    name: t('What'),
    cell: ({ name, does }) => (
      <Box sx={{ minWidth: '12rem' }}>
        <span title={name}>{translateServerText(does)}</span>
      </Box>
    ),
  },
  {
    id: 'last',
    name: t('Last run'),
    isWhole: true,
    cell: ({ last_started_at: last }) => (last === null ? NO_VALUE : formatStamp(last)),
  },
  {
    id: 'outcome',
    name: t('Outcome'),
    cell: ({ last_started_at: last, last_error: error }) =>
      last === null ? NO_VALUE : error === null ? t('succeeded') : <Failure text={error} />,
  },
  { id: 'lately', name: t('Recently'), cell: ({ recent }) => <Lately recent={recent} /> },
  { id: 'next', name: t('Next run'), isWhole: true, cell: nextRun },
  { id: 'every', name: t('How often'), cell: ({ runs }) => whenWord(runs) },
  { id: 'took', name: t('Duration'), isFigure: true, cell: ({ last_took_s: took }) => (took === null ? NO_VALUE : formatSeconds(took)) },
  {
    id: 'act',
    name: t('Act'),
    isAct: true,
    cell: (row) => (
      <>
        <ActButton row={row} act="run" isBusy={isBusy} onAct={onAct} />
        <ActButton row={row} act={row.is_paused ? 'resume' : 'pause'} isBusy={isBusy} onAct={onAct} />
      </>
    ),
  },
];

const Bars = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'end',
  gap: 2,
  height: 20,
  direction: 'ltr',
  '& > i': { width: 4, minHeight: 2, borderRadius: 1, backgroundColor: theme.vars.palette.primary.main, opacity: 0.6 },
  '& > i[data-failed]': { minHeight: 8, backgroundColor: theme.vars.palette.error.main, opacity: 1 },
}));

/** Number of runs drawn beside each other. */
const DRAWN = 16;

/** The newest runs of a schedule as bars: the height is the duration, and failures are red. */
function Lately({ recent }: Pick<Schedule, 'recent'>) {
  if (recent.length === 0) return NO_VALUE;
  const drawn = recent.slice(-DRAWN);
  const longest = Math.max(...drawn.map((run) => run.took_s));
  const failed = recent.filter((run) => run.failed).length;
  return (
    <>
      <Bars aria-hidden>
        {drawn.map(({ at, took_s: took, failed: hasFailed }) => (
          <i
            key={at}
            data-failed={hasFailed ? '' : undefined}
            title={`${formatStamp(at)} · ${formatSeconds(took)}`}
            style={{ height: `${longest === 0 ? 0 : (100 * took) / longest}%` }}
          />
        ))}
      </Bars>
      <VisuallyHidden>
        {t('{n, plural, one {# run} other {# runs}}, {failed} failed', { n: recent.length, failed: formatNumber(failed) })}
      </VisuallyHidden>
    </>
  );
}

/** How the schedules are doing as a whole. */
function Figures({ schedules: all }: { readonly schedules: readonly Schedule[] }) {
  const failing = all.filter(({ last_error: error }) => error !== null);
  const paused = all.filter(({ is_paused: isPaused }) => isPaused);
  const slowest = all.toSorted((one, other) => (other.last_took_s ?? 0) - (one.last_took_s ?? 0))[0];
  const next = all
    .flatMap((one) => (one.next_at === null ? [] : [one]))
    .toSorted((one, other) => (one.next_at! < other.next_at! ? -1 : 1))[0];
  const nameOf = (one: Schedule | undefined) => (one ? translateServerText(one.does) : undefined);
  return (
    <StatSheet>
      <FigureCard
        name={t('Failed last time')}
        figure={failing.length === 0 ? '0' : <Mark>{formatNumber(failing.length)}</Mark>}
        note={
          failing.length === 0 ? t('of {n} schedules', { n: formatNumber(all.length) }) : formatList(failing.map((one) => nameOf(one)!))
        }
      />
      <FigureCard
        name={t('Paused')}
        figure={formatNumber(paused.length)}
        note={paused.length === 0 ? t('all active') : formatList(paused.map((one) => nameOf(one)!))}
      />
      <FigureCard
        name={t('Longest last run')}
        figure={slowest?.last_took_s == null ? NO_VALUE : formatSeconds(slowest.last_took_s)}
        note={slowest?.last_took_s == null ? t('none has run yet') : nameOf(slowest)}
      />
      <FigureCard name={t('Next run')} figure={next?.next_at ? formatStamp(next.next_at) : NO_VALUE} note={nameOf(next)} />
    </StatSheet>
  );
}

/** When a schedule runs, in words. */
export function whenWord(runs: Schedule['runs']): string {
  if ('every_s' in runs) return t('every {duration}', { duration: formatSeconds(runs.every_s) });
  const time = formatTimeOfDay(runs.hour, runs.minute);
  const { weekday, zone } = runs;
  if (weekday === null) return t('each day at {time} ({zone})', { time, zone });
  return t('each week on {day} at {time} ({zone})', { day: formatWeekday(weekday), time, zone });
}

function nextRun({ is_asked: isAsked, is_paused: isPaused, next_at: next }: Schedule) {
  if (isAsked) return t('at once');
  if (isPaused) return <Mark>{t('paused')}</Mark>;
  return next === null ? NO_VALUE : formatStamp(next);
}

function Failure({ text }: { readonly text: string }) {
  return (
    <>
      <Mark>{t('failed')}</Mark>{' '}
      <Quiet lang="en" dir="ltr">
        {text}
      </Quiet>
    </>
  );
}

interface ActButtonProps {
  readonly row: Schedule;
  readonly act: ScheduleAct;
  readonly isBusy: boolean;
  readonly onAct: (row: Schedule, act: ScheduleAct) => void;
}

function ActButton({ row, act, isBusy, onAct }: ActButtonProps) {
  const caption = act === 'run' ? t('Run now') : act === 'pause' ? t('Pause') : t('Resume');
  return (
    <Button size="small" color="inherit" aria-busy={isBusy} onClick={() => onAct(row, act)}>
      {caption}
      <VisuallyHidden> {translateServerText(row.does)}</VisuallyHidden>
    </Button>
  );
}
