import { useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import type { listAlerts, OperatorAlert } from '#contract/operator/overview.contract.ts';
import { formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { ConsoleTable, type Column, Mark, Quiet } from '../parts/console-table.tsx';
import { formatSeconds, NO_VALUE } from '../parts/figures.ts';
import { alertWords } from './alert-words.ts';
import { alerts } from './overview-queries.ts';

const ruleColumns = (): Column<AnswerOf<typeof listAlerts>['rules'][number]>[] => [
  { id: 'name', name: t('Rule'), isWhole: true, cell: ({ name }) => <bdi lang="en">{name}</bdi> },
  { id: 'summary', name: t('What it says'), cell: ({ summary }) => <span lang="en">{summary}</span> },
  { id: 'expression', name: t('Expression'), cell: ({ expression }) => <code dir="ltr">{expression}</code> },
  { id: 'for', name: t('Holds for'), isFigure: true, cell: (rule) => formatSeconds(rule.for_s) },
];

/** The newest alerts, and the table of alert rules. */
export function AlertsSection() {
  const { data, error, refetch } = useQuery(alerts());
  return (
    <ConsoleFrame title={t('Alerts')} subtitle={t('Each is also mailed to every operator. Prometheus has the same rules.')}>
      {data ? (
        <>
          <AlertTable label={t('Newest')} alerts={data.alerts} />
          <ConsoleTable label={t('Rules')} columns={ruleColumns()} rows={data.rules} keyOf={({ name }) => name} keep="rules" />
        </>
      ) : error ? (
        <ErrorState title={t('The alerts could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={t('Loading the alerts')} rows={4} />
      )}
    </ConsoleFrame>
  );
}

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
function AlertTable({ label, alerts }: { readonly label: string; readonly alerts: readonly OperatorAlert[] }) {
  return <ConsoleTable label={label} columns={columns()} rows={alerts} keyOf={({ id }) => id} empty={<Quiet>{t('None yet.')}</Quiet>} />;
}
