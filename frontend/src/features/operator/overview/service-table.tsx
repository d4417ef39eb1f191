import { useQuery } from '@tanstack/react-query';
import type { ServiceRow } from '#contract/operator/overview.contract.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { textLocale } from '#frontend/lib/language.ts';
import { SERVICE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import { ConsoleTable, Mark, Quiet, type Column } from '../parts/console-table.tsx';
import { PauseButton } from '../parts/pause-button.tsx';
import { formatMicro, formatSeconds, NO_VALUE } from '../parts/figures.ts';
import { overview, USUAL_EVERY } from './overview-queries.ts';
import { RunsLink } from './runs-link.tsx';

export const percent = (share: number): string =>
  new Intl.NumberFormat(textLocale(), { style: 'percent', maximumFractionDigits: 1 }).format(share);

const columns = (): Column<ServiceRow>[] => [
  {
    id: 'service',
    name: t('Service'),
    isWhole: true,
    cell: (row) => (
      <>
        <RunsLink filter={{ service: row.service }}>
          <bdi>{SERVICE_NAMES[row.service]}</bdi>
        </RunsLink>{' '}
        <Quiet>
          <bdi lang="en">{row.model}</bdi>
        </Quiet>
      </>
    ),
  },
  { id: 'state', name: t('State'), cell: (row) => <ServiceState row={row} /> },
  { id: 'calls', name: t('Calls an hour'), isFigure: true, cell: (row) => formatNumber(row.calls) },
  {
    id: 'rate_limited',
    name: t('Answered 429'),
    isFigure: true,
    cell: (row) => (row.calls === 0 ? NO_VALUE : percent(row.rate_limited / row.calls)),
  },
  { id: 'failed', name: t('Failed'), isFigure: true, cell: (row) => (row.calls === 0 ? NO_VALUE : percent(row.failed / row.calls)) },
  {
    id: 'latency',
    name: t('Latency, 95 of 100'),
    isFigure: true,
    cell: (row) => (row.latency ? formatSeconds(row.latency.p95) : NO_VALUE),
  },
  { id: 'under_way', name: t('Under way'), isFigure: true, cell: (row) => formatNumber(row.under_way) },
  { id: 'waiting', name: t('Waiting for it'), isFigure: true, cell: (row) => formatNumber(row.waiting) },
  {
    id: 'allowance',
    name: t('Allowance left'),
    isFigure: true,
    cell: (row) => (row.allowance === null ? NO_VALUE : percent(row.allowance)),
  },
  { id: 'cost', name: t('Cost an hour'), isFigure: true, cell: (row) => formatMicro(row.cost_micro_usd) },
  {
    id: 'act',
    name: t('Act'),
    isWhole: true,
    cell: (row) => row.state !== 'off' && <PauseButton scope="service" name={row.service} isPaused={row.state === 'held'} />,
  },
];

/** One row per AI service: whether it is in use, its health, its problems, and its calls and cost per hour. */
export function ServiceTable() {
  const { data } = useQuery(overview(USUAL_EVERY));
  if (!data) return null;
  return (
    <ConsoleTable
      label={t('AI services')}
      columns={columns()}
      rows={data.services}
      keyOf={({ service }) => service}
      keep="services"
      empty={<Quiet>{t('None yet.')}</Quiet>}
    />
  );
}

/** Whether a service is asked, in words. */
export function ServiceState({ row }: { readonly row: ServiceRow }) {
  if (row.state === 'open') return t('In service');
  if (row.state === 'off') return t('No key configured');
  return <Mark>{pauseWord(row)}</Mark>;
}

function pauseWord({ state, until }: ServiceRow): string {
  if (state === 'held' || until === null) return t('Paused by an operator');
  return t('Asked again in {time}', { time: formatSeconds(Math.max(0, (Date.parse(until) - Date.now()) / 1000)) });
}
