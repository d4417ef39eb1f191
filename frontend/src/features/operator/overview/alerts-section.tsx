import { useQuery } from '@tanstack/react-query';
import { t } from '#frontend/lib/text.ts';
import { ColumnHeads } from '#frontend/ui/data-table.tsx';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { ConsoleTable } from '../parts/console-table.tsx';
import { formatSeconds } from '../parts/figures.ts';
import { AlertTable } from './alert-table.tsx';
import { alerts } from './overview-queries.ts';

/** The newest alerts, and the table of alert rules. */
export function AlertsSection() {
  const { data, error, refetch } = useQuery(alerts());
  return (
    <ConsoleFrame title={t('Alerts')} subtitle={t('Each is also mailed to every operator. Prometheus has the same rules.')}>
      {data ? (
        <>
          <RuledSection title={t('Newest')}>
            {data.alerts.length === 0 ? <p>{t('None yet.')}</p> : <AlertTable label={t('Newest')} alerts={data.alerts} />}
          </RuledSection>
          <RuledSection title={t('Rules')}>
            <ConsoleTable label={t('Rules')}>
              <ColumnHeads columns={[t('Rule'), t('What it says'), t('Expression')]} figures={[t('Holds for')]} />
              <tbody>
                {data.rules.map((rule) => (
                  <tr key={rule.name}>
                    <th scope="row">
                      <bdi lang="en">{rule.name}</bdi>
                    </th>
                    <td lang="en">{rule.summary}</td>
                    <td>
                      <code dir="ltr">{rule.expression}</code>
                    </td>
                    <td className="figure">{formatSeconds(rule.for_s)}</td>
                  </tr>
                ))}
              </tbody>
            </ConsoleTable>
          </RuledSection>
        </>
      ) : error ? (
        <ErrorState title={t('The alerts could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={t('Loading the alerts')} rows={4} />
      )}
    </ConsoleFrame>
  );
}
