import type { OperatorAlert } from '#contract/operator/overview.contract.ts';
import { formatNumber, formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ConsoleTable, Mark, Quiet, type Column } from '../parts/console-table.tsx';

const rounded = (value: number): string => formatNumber(Math.round(value * 100) / 100);

const columns = (): Column<OperatorAlert>[] => [
  { id: 'rule', name: t('Rule'), isWhole: true, cell: ({ rule }) => <bdi lang="en">{rule}</bdi> },
  {
    id: 'state',
    name: t('State'),
    cell: ({ ended_at: ended, severity }) =>
      ended === null ? (
        <Mark>{severity === 'critical' ? t('critical') : t('warning')}</Mark>
      ) : (
        <Quiet>{t('ended {time}', { time: formatWhen(ended) })}</Quiet>
      ),
  },
  {
    id: 'where',
    name: t('Where'),
    cell: ({ subject }) => (subject === '' ? t('everywhere') : <bdi lang="en">{subject}</bdi>),
  },
  { id: 'since', name: t('Since'), isWhole: true, cell: (alert) => formatWhen(alert.opened_at) },
  { id: 'value', name: t('Value'), isFigure: true, cell: ({ value }) => rounded(value) },
  { id: 'threshold', name: t('Threshold'), isFigure: true, cell: ({ threshold }) => rounded(threshold) },
];

/** Firing and resolved alerts. */
export function AlertTable({ label, alerts }: { readonly label: string; readonly alerts: readonly OperatorAlert[] }) {
  return <ConsoleTable label={label} columns={columns()} rows={alerts} keyOf={({ id }) => id} empty={<Quiet>{t('None yet.')}</Quiet>} />;
}
