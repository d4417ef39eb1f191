import type { OperatorAlert } from '#contract/operator/overview.contract.ts';
import { formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ConsoleTable, Mark, Quiet, type Column } from '../parts/console-table.tsx';
import { NO_VALUE } from '../parts/figures.ts';
import { alertWords } from './alert-words.ts';

const columns = (): Column<OperatorAlert>[] => [
  {
    id: 'what',
    name: t('What'),
    cell: (alert) => (
      <>
        {alertWords(alert).what} <Quiet lang="en">{alert.rule}</Quiet>
      </>
    ),
  },
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
  { id: 'since', name: t('Since'), isWhole: true, cell: (alert) => formatWhen(alert.opened_at) },
  { id: 'limit', name: t('Limit'), isFigure: true, cell: (alert) => alertWords(alert).limit ?? NO_VALUE },
];

/** Firing and resolved alerts. */
export function AlertTable({ label, alerts }: { readonly label: string; readonly alerts: readonly OperatorAlert[] }) {
  return <ConsoleTable label={label} columns={columns()} rows={alerts} keyOf={({ id }) => id} empty={<Quiet>{t('None yet.')}</Quiet>} />;
}
