import Button from '@mui/material/Button';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { Overview } from '#contract/operator/overview.contract.ts';
import { formatClock, formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { FactStrip } from '#frontend/ui/fact-strip.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { Quiet } from '../parts/console-table.tsx';
import { formatMicro } from '../parts/figures.ts';
import { AlertTable } from './alert-table.tsx';
import { KindTable, LaneTable, QueueTable, WorkerTable } from './queue-tables.tsx';
import { EVERY, overview, USUAL_EVERY } from './overview-queries.ts';
import { ServiceTable } from './service-table.tsx';

/** The installation at a glance: queues, AI services, runs, workers, firing alerts, and today's cost. */
export function OverviewSection() {
  const { every = USUAL_EVERY } = useSearch({ from: '/app/operator' });
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(overview(every));
  return (
    <ConsoleFrame
      title={t('Overview')}
      subtitle={data ? t('As of {time}', { time: formatClock(data.at) }) : undefined}
      actions={
        <ActionRow>
          <SelectField
            label={t('Refresh')}
            value={String(every)}
            options={EVERY.map((seconds) => ({
              value: String(seconds),
              label: seconds === 0 ? t('Paused') : t('Every {n} s', { n: formatNumber(seconds) }),
            }))}
            onChange={({ target }) => void navigate({ to: '.', search: (old) => ({ ...old, every: Number(target.value) }), replace: true })}
          />
          <Button color="inherit" variant="outlined" onClick={() => void refetch()}>
            {t('Refresh now')}
          </Button>
        </ActionRow>
      }
    >
      {error && (
        <ErrorState title={t('The overview could not be loaded')} error={error} onRetry={() => void refetch()}>
          {data && t('This view is out of date.')}
        </ErrorState>
      )}
      {data ? <Figures overview={data} /> : !error && <LoadingState label={t('Loading the overview')} rows={8} />}
    </ConsoleFrame>
  );
}

function Figures({ overview: { at, queues, lanes, kinds, services, workers, alerts, spend } }: { readonly overview: Overview }) {
  const sum = (of: (queue: Overview['queues'][number]) => number) => formatNumber(queues.reduce((total, queue) => total + of(queue), 0));
  return (
    <>
      <FactStrip
        facts={[
          {
            name: t('Cost today'),
            figure: formatMicro(spend.micro_usd),
            note: spendNote(spend),
          },
          { name: t('Steps at work'), figure: sum((queue) => queue.active) },
          { name: t('Steps waiting'), figure: sum((queue) => queue.waiting + queue.delayed) },
          { name: t('Workers alive'), figure: formatNumber(workers.filter((worker) => worker.is_alive).length) },
        ]}
      />
      {alerts.length > 0 && (
        <RuledSection title={t('Open alerts')}>
          <AlertTable label={t('Open alerts')} alerts={alerts} />
        </RuledSection>
      )}
      <RuledSection title={t('Lanes')}>
        <LaneTable lanes={lanes} />
      </RuledSection>
      <RuledSection title={t('Queues')}>
        <QueueTable queues={queues} />
      </RuledSection>
      <RuledSection title={t('AI services')}>
        {services.length === 0 ? <Quiet>{t('None yet.')}</Quiet> : <ServiceTable services={services} />}
      </RuledSection>
      <RuledSection title={t('Runs')}>
        {kinds.length === 0 ? <Quiet>{t('No run waits or is running.')}</Quiet> : <KindTable kinds={kinds} />}
      </RuledSection>
      <RuledSection title={t('Workers')}>
        {workers.length === 0 ? <Quiet>{t('No worker has reported in.')}</Quiet> : <WorkerTable workers={workers} at={at} />}
      </RuledSection>
    </>
  );
}

/** The day's cap, and the part that no vendor has reported: a call whose worker was killed may have been paid, and be paid again. */
function spendNote({ cap_micro_usd: cap, presumed_micro_usd: presumed }: Overview['spend']): string {
  const ofCap = cap === null ? t('no cap is set') : t('of {cap}, the daily cap', { cap: formatMicro(cap) });
  return presumed === 0 ? ofCap : `${ofCap} · ${t('{sum} of it presumed: calls that were cut off', { sum: formatMicro(presumed) })}`;
}
