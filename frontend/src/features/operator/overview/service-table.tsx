import type { ServiceRow } from '#contract/operator/overview.contract.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { textLocale } from '#frontend/lib/language.ts';
import { SERVICE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import { ColumnHeads } from '#frontend/ui/data-table.tsx';
import { ConsoleTable, Mark, Quiet } from '../parts/console-table.tsx';
import { PauseButton } from '../parts/pause-button.tsx';
import { formatMicro, formatSeconds, NO_VALUE } from '../parts/figures.ts';

const percent = (share: number): string =>
  new Intl.NumberFormat(textLocale(), { style: 'percent', maximumFractionDigits: 1 }).format(share);

/** One row per AI service: whether it is in use, its health, its problems, and its calls and cost per hour. */
export function ServiceTable({ services }: { readonly services: readonly ServiceRow[] }) {
  return (
    <ConsoleTable label={t('AI services')}>
      <ColumnHeads
        columns={[t('Service'), t('State'), t('Act')]}
        figures={[
          t('Calls an hour'),
          t('Answered 429'),
          t('Failed'),
          t('Latency, 95 of 100'),
          t('Under way'),
          t('Waiting for it'),
          t('Allowance left'),
          t('Cost an hour'),
        ]}
      />
      <tbody>
        {services.map((row) => (
          <tr key={row.service}>
            <th scope="row">
              <bdi>{SERVICE_NAMES[row.service]}</bdi>{' '}
              <Quiet>
                <bdi lang="en">{row.model}</bdi>
              </Quiet>
            </th>
            <td>{row.state === 'open' ? t('In service') : row.state === 'off' ? t('No key configured') : <Mark>{pauseWord(row)}</Mark>}</td>
            <td>{row.state !== 'off' && <PauseButton scope="service" name={row.service} isPaused={row.state === 'held'} />}</td>
            <td className="figure">{formatNumber(row.calls)}</td>
            <td className="figure">{row.calls === 0 ? NO_VALUE : percent(row.rate_limited / row.calls)}</td>
            <td className="figure">{row.calls === 0 ? NO_VALUE : percent(row.failed / row.calls)}</td>
            <td className="figure">{row.latency ? formatSeconds(row.latency.p95) : NO_VALUE}</td>
            <td className="figure">{formatNumber(row.under_way)}</td>
            <td className="figure">{formatNumber(row.waiting)}</td>
            <td className="figure">{row.allowance === null ? NO_VALUE : percent(row.allowance)}</td>
            <td className="figure">{formatMicro(row.cost_micro_usd)}</td>
          </tr>
        ))}
      </tbody>
    </ConsoleTable>
  );
}

function pauseWord({ state, until }: ServiceRow): string {
  if (state === 'held' || until === null) return t('Paused by an operator');
  return t('Asked again in {time}', { time: formatSeconds(Math.max(0, (Date.parse(until) - Date.now()) / 1000)) });
}
