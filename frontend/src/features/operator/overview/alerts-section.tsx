import { useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import type { listAlerts } from '#contract/operator/overview.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { ConsoleTable, type Column } from '../parts/console-table.tsx';
import { formatSeconds } from '../parts/figures.ts';
import { AlertTable } from './alert-table.tsx';
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
