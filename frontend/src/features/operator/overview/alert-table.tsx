import type { OperatorAlert } from '#contract/operator/overview.contract.ts';
import { formatNumber, formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ColumnHeads } from '#frontend/ui/data-table.tsx';
import { ConsoleTable, Mark, Quiet } from '../parts/console-table.tsx';

const rounded = (value: number): string => formatNumber(Math.round(value * 100) / 100);

/** Firing and resolved alerts. */
export function AlertTable({ label, alerts }: { readonly label: string; readonly alerts: readonly OperatorAlert[] }) {
  return (
    <ConsoleTable label={label}>
      <ColumnHeads columns={[t('Rule'), t('Where'), t('Since'), t('State')]} figures={[t('Value'), t('Threshold')]} />
      <tbody>
        {alerts.map((alert) => (
          <tr key={alert.id}>
            <th scope="row">
              <bdi lang="en">{alert.rule}</bdi>
            </th>
            <td>{alert.subject === '' ? t('everywhere') : <bdi lang="en">{alert.subject}</bdi>}</td>
            <td className="when">{formatWhen(alert.opened_at)}</td>
            <td>
              {alert.ended_at === null ? (
                <Mark>{alert.severity === 'critical' ? t('critical') : t('warning')}</Mark>
              ) : (
                <Quiet>{t('ended {time}', { time: formatWhen(alert.ended_at) })}</Quiet>
              )}
            </td>
            <td className="figure">{rounded(alert.value)}</td>
            <td className="figure">{rounded(alert.threshold)}</td>
          </tr>
        ))}
      </tbody>
    </ConsoleTable>
  );
}
