import { useState } from 'react';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Batch } from '#contract/operator/batches.contract.ts';
import { formatNumber, formatWhen } from '#frontend/lib/format.ts';
import { focusHeading } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { ConsoleTable, type Column } from '../parts/console-table.tsx';
import { formatMicro } from '../parts/figures.ts';
import { BatchPage } from './batch-page.tsx';
import { batches } from './batch-queries.ts';
import { batchStateWord, taskWord } from '#frontend/lib/batches/batch-words.ts';
import { PlanForm } from './plan-form.tsx';

/** Rewriting many courses: the list of batches, or the one in the URL. */
export function BatchesSection({ id }: { readonly id: string | null }) {
  return id === null ? <BatchList /> : <BatchPage batchId={id} />;
}

function BatchList() {
  const { data, error, refetch } = useQuery(batches());
  const { plan } = useSearch({ from: '/app/operator' });
  const navigate = useNavigate();
  const [isPlanning, setPlanning] = useState(plan === true);
  return (
    <ConsoleFrame
      title={t('Batches')}
      subtitle={t('Many courses are rewritten as proposals; nothing changes until you approve.')}
      actions={
        !isPlanning && (
          <Button variant="contained" onClick={() => setPlanning(true)}>
            {t('Plan a batch')}
          </Button>
        )
      }
    >
      {isPlanning && (
        <PlanForm
          onClose={() => {
            setPlanning(false);
            if (plan) void navigate({ to: '.', search: (old) => ({ ...old, plan: undefined }), replace: true });
            // the form goes, and the button comes back only then
            requestAnimationFrame(focusHeading);
          }}
        />
      )}
      {data ? (
        data.batches.length === 0 ? (
          <EmptyState illustration="no-runs" title={t('There is no batch yet')} />
        ) : (
          <ConsoleTable
            label={t('Batches')}
            columns={columns()}
            rows={data.batches}
            keyOf={(batch) => batch.batch_id}
            keep="batches"
            isAlone
          />
        )
      ) : error ? (
        <ErrorState title={t('The batches could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={t('Loading the batches')} rows={4} />
      )}
    </ConsoleFrame>
  );
}

const columns = (): Column<Batch>[] => [
  {
    id: 'name',
    name: t('Name'),
    cell: (batch) => (
      <TextLink to="/operator/$section/$id" params={{ section: 'batches', id: batch.batch_id }} dir="auto">
        {batch.name}
      </TextLink>
    ),
  },
  { id: 'what', name: t('What'), cell: (batch) => taskWord(batch.what) },
  { id: 'state', name: t('State'), cell: (batch) => batchStateWord(batch) },
  { id: 'created', name: t('Created'), isWhole: true, cell: (batch) => formatWhen(batch.created_at) },
  { id: 'courses', name: t('Courses'), isFigure: true, cell: (batch) => formatNumber(batch.total) },
  { id: 'failed', name: t('Failed'), isFigure: true, cell: (batch) => formatNumber(batch.items.failed ?? 0) },
  { id: 'spent', name: t('Spent'), isFigure: true, cell: (batch) => formatMicro(batch.spent_micro_usd) },
  { id: 'budget', name: t('Budget'), isFigure: true, cell: (batch) => formatMicro(batch.budget_micro_usd) },
];
