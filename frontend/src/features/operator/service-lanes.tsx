import Button from '@mui/material/Button';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ServiceRow } from '#contract/operator/overview.contract.ts';
import type { Series } from '#contract/operator/series.contract.ts';
import { listServiceLanes, openServiceLane, type ServiceLane } from '#contract/operator/services.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatList, formatNumber, formatPercent, formatStamp } from '#frontend/lib/format.ts';
import { isDemo, LANE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { FigureCard, StatSheet } from '#frontend/ui/cards/stat-sheet.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { overview, series, USUAL_EVERY } from './overview/overview-queries.ts';
import { RunsLink } from './overview/runs-link.tsx';
import { rangeUntil } from './overview/work-words.ts';
import { SeriesPanels, useRange } from './charts/series-panels.tsx';
import { callsOf } from './charts/series-sheets.ts';
import { outcomeWord } from './runs/run-words.ts';
import { ConsoleTable, Mark, Quiet, type Column } from './parts/console-table.tsx';
import { formatMicro, formatSeconds, NO_VALUE, sum } from './parts/figures.ts';
import { PauseButton } from './parts/pause-button.tsx';

const REFRESH_MS = 5_000;

const lanes = queryOptions({
  queryKey: ['service-lanes'],
  queryFn: ({ signal }) => call(listServiceLanes, { signal }),
  refetchInterval: REFRESH_MS,
});

/** A service's current state, and its figures once they have loaded. */
interface Row extends ServiceLane {
  readonly figures: ServiceRow | undefined;
  /** When they were counted. */
  readonly at: string | undefined;
}

/** The AI services: whether each is in use or why not, its health and problems, and its calls and cost per hour; a pause can be ended. */
export function ServiceLanes() {
  const { data, error, refetch } = useQuery(lanes);
  const { data: figures } = useQuery(overview(USUAL_EVERY));
  const { data: past } = useQuery(series(useRange()));
  if (data) {
    const figuresOf = new Map(figures?.services.map((row) => [row.service, row]));
    return (
      <>
        {past && <Figures past={past} lanes={data.services} />}
        {past && <SeriesPanels series={past} own={[callsOf(past)]} ids={['failed-attempts']} />}
        <ConsoleTable
          label={t('AI services')}
          columns={columns()}
          rows={data.services.map((lane) => ({ ...lane, figures: figuresOf.get(lane.service), at: figures?.at }))}
          keyOf={({ service }) => service}
          keep="services"
        />
      </>
    );
  }
  if (error) return <ErrorState title={t('The services could not be loaded')} error={error} onRetry={() => void refetch()} />;
  return <LoadingState label={t('Loading the services')} rows={4} />;
}

/** The services' calls and costs in the range, and the number of current calls. */
function Figures({ past, lanes: all }: { readonly past: Series; readonly lanes: readonly ServiceLane[] }) {
  const calls = sum(past.services.map((row) => row.calls_total));
  const failed = sum(past.attempts.map(({ total }) => total));
  const usable = all.filter(({ state }) => state !== 'off');
  const asked = usable.filter(({ state }) => state === 'open');
  const bars = (of: (bar: number) => number) => past.bars.map((_, bar) => of(bar));
  return (
    <StatSheet>
      {isDemo() ? (
        <FigureCard name={t('Connected')} figure={t('None')} note={t('the demo library answers')} />
      ) : (
        <FigureCard
          name={t('Available')}
          figure={t('{n} of {all}', { n: formatNumber(asked.length), all: formatNumber(usable.length) })}
          note={
            asked.length === usable.length
              ? t('none is paused')
              : formatList(usable.filter(({ state }) => state !== 'open').map(({ service }) => LANE_NAMES[service]))
          }
        />
      )}
      <FigureCard
        name={t('Calls')}
        figure={formatNumber(calls)}
        note={t('across all services')}
        trend={bars((bar) => sum(past.services.map((row) => row.calls[bar] ?? 0)))}
      />
      <FigureCard
        name={t('Failed attempts')}
        figure={formatNumber(failed)}
        note={calls === 0 ? t('no calls') : t('{share} of all calls', { share: formatPercent(failed / calls) })}
        trend={bars((bar) => sum(past.attempts.map((row) => row.calls[bar] ?? 0)))}
        tone="accent"
      />
      <FigureCard
        name={t('Cost')}
        figure={formatMicro(sum(past.services.map((row) => row.micro_usd_total)))}
        note={t('across all services')}
        trend={bars((bar) => sum(past.services.map((row) => row.micro_usd[bar] ?? 0)))}
      />
    </StatSheet>
  );
}

/** A column of figures; a missing or inapplicable one is shown as a dash. */
const figure = (id: string, name: string, of: (figures: ServiceRow) => string | null): Column<Row> => ({
  id,
  name,
  isFigure: true,
  cell: ({ figures }) => (figures && of(figures)) ?? NO_VALUE,
});

const columns = (): Column<Row>[] => [
  {
    id: 'service',
    name: t('Service'),
    isWhole: true,
    cell: ({ service, model }) => (
      <>
        <RunsLink filter={{ service }}>
          <bdi>{LANE_NAMES[service]}</bdi>
        </RunsLink>{' '}
        {!isDemo() && (
          <Quiet>
            <bdi lang="en">{model}</bdi>
          </Quiet>
        )}
      </>
    ),
  },
  {
    id: 'state',
    name: t('State'),
    isWhole: true,
    cell: (row) =>
      row.state === 'open' ? stateWord(row) : <Mark color={row.figures?.state === 'held' ? 'warning' : 'error'}>{stateWord(row)}</Mark>,
  },
  {
    id: 'calls',
    name: t('Calls, 1 h'),
    isFigure: true,
    cell: ({ service, figures, at }) =>
      figures && at ? <RunsLink filter={{ service, ...rangeUntil(at, '1h') }}>{formatNumber(figures.calls)}</RunsLink> : NO_VALUE,
  },
  {
    ...figure('rate_limited', t('Too many requests'), (row) => (row.calls === 0 ? null : formatPercent(row.rate_limited / row.calls))),
    isExtra: true,
  },
  {
    id: 'failed',
    name: t('Failed'),
    isFigure: true,
    cell: ({ service, figures, at }) =>
      figures && at && figures.calls > 0 ? (
        <RunsLink filter={{ service, outcome: 'failed', ...rangeUntil(at, '1h') }}>
          {formatPercent(figures.failed / figures.calls)}
        </RunsLink>
      ) : (
        NO_VALUE
      ),
  },
  figure('latency', t('Latency p95'), ({ latency }) => latency && formatSeconds(latency.p95)),
  figure('under_way', t('In progress'), (row) => formatNumber(row.under_way)),
  figure('waiting', t('Waiting'), (row) => formatNumber(row.waiting)),
  figure('allowance', t('Allowance left'), ({ allowance }) => (allowance === null ? null : formatPercent(allowance))),
  figure('cost', t('Cost, 1 h'), (row) => formatMicro(row.cost_micro_usd)),
  {
    id: 'failure',
    name: t('Newest failure'),
    cell: ({ newest_failure: failure }) =>
      failure ? (
        <>
          {outcomeWord(failure.outcome)} · {formatStamp(failure.at)}
          {failure.detail !== null && (
            <Quiet lang="en" title={failure.detail} noWrap sx={{ display: 'block', maxWidth: '14rem' }}>
              {failure.detail}
            </Quiet>
          )}
        </>
      ) : (
        NO_VALUE
      ),
  },
  { id: 'act', name: t('Act'), isAct: true, cell: (row) => row.state !== 'off' && <Acts row={row} /> },
];

function Acts({ row: { service, state, figures } }: { readonly row: Row }) {
  const cache = useQueryClient();
  const { mutate, isPending } = useAction({
    mutationFn: () => call(openServiceLane, { params: { service } }),
    onSuccess: (answer) => cache.setQueryData(lanes.queryKey, answer),
    onError: (problem) => toast('error', errorText(problem, t('The service could not be resumed.'))),
  });
  return (
    <>
      {state === 'paused' && figures?.state !== 'held' && (
        <Button size="small" color="inherit" aria-busy={isPending} onClick={() => mutate()}>
          {t('Resume')}
          <VisuallyHidden> {LANE_NAMES[service]}</VisuallyHidden>
        </Button>
      )}
      {figures && <PauseButton scope="service" name={service} isPaused={figures.state === 'held'} />}
    </>
  );
}

function stateWord({ state, until, figures }: Row): string {
  if (state === 'off') return t('No key configured');
  if (figures?.state === 'held') return t('Paused by an operator');
  if (state === 'used_up' && until !== null) return t('Budget used up until {time}', { time: formatStamp(until) });
  return state === 'paused' && until !== null ? t('Paused until {time}', { time: formatStamp(until) }) : t('Available');
}
