import { useState } from 'react';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CREATORS_LIMITS } from '#contract/studio/creator-batches.contract.ts';
import { batchWord, taskWord } from '#frontend/lib/batches/batch-words.ts';
import { formatNumber, formatTokens, formatWhen } from '#frontend/lib/format.ts';
import { focusHeading } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { DryRun, PlanFields } from '#frontend/ui/batches/plan-fields.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { RowTable } from '#frontend/ui/list/row-table.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { StaleNote } from '../figures/stale-note.tsx';
import { batchesOf, useDryRun, usePlan } from './batch-queries.ts';

/** A creator's batches, and the form for a new one. */
export function BatchesView({ userId }: { readonly userId: string }) {
  const [isPlanning, setPlanning] = useState(false);
  const { data, error, refetch } = useQuery(batchesOf(userId));
  const plan = (
    <Button variant="outlined" color="inherit" onClick={() => setPlanning(true)}>
      {t('Plan an update')}
    </Button>
  );
  return (
    <>
      {data && error && <StaleNote error={error} onRetry={() => void refetch()} />}
      {isPlanning ? (
        <PlanForm
          userId={userId}
          onClose={() => {
            setPlanning(false);
            // the form disappears, and the button returns only in the next frame
            requestAnimationFrame(focusHeading);
          }}
        />
      ) : (
        data && data.batches.length > 0 && <ActionRow>{plan}</ActionRow>
      )}
      {data ? (
        data.batches.length === 0 ? (
          !isPlanning && (
            <EmptyState subject="runs" title={t('No bulk updates yet')} actions={plan}>
              {t('Rewrite, translate or illustrate many of your courses at once. You see the cost before it starts.')}
            </EmptyState>
          )
        ) : (
          <RowTable
            label={t('Bulk updates')}
            rows={data.batches}
            keyOf={(batch) => batch.batch_id}
            columns={[
              {
                name: t('Name'),
                renderCell: (batch) => (
                  <TextLink dir="auto" to="/studio/batches/$batchId" params={{ batchId: batch.batch_id }}>
                    {batch.name}
                  </TextLink>
                ),
              },
              { name: t('What'), renderCell: (batch) => taskWord(batch.what) },
              { name: t('State'), renderCell: (batch) => batchWord(batch) },
              { name: t('Planned'), renderCell: (batch) => formatWhen(batch.created_at) },
              { name: t('Courses'), isFigure: true, renderCell: (batch) => formatNumber(batch.total) },
              { name: t('Costs at most'), isFigure: true, renderCell: (batch) => formatTokens(batch.most_cost) },
              { name: t('Charged'), isFigure: true, renderCell: (batch) => formatTokens(batch.charged) },
            ]}
          />
        )
      ) : error ? (
        <ErrorState title={t('Your bulk updates could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={t('Loading your bulk updates')} rows={4} />
      )}
    </>
  );
}

interface PlanFormProps {
  readonly userId: string;
  readonly onClose: () => void;
}

/** The form of a new batch: what to do to which courses. A dry run shows the price and stores nothing. */
function PlanForm({ userId, onClose }: PlanFormProps) {
  const navigate = useNavigate();
  const dryRun = useDryRun();
  const saving = usePlan(userId);
  const found = dryRun.data;
  return (
    <PlanFields
      title={t('Plan an update')}
      canary={1}
      limits={CREATORS_LIMITS}
      editedLabel={t('Include lessons that I have edited')}
      dryRunLabel={t('See the cost')}
      isPending={dryRun.isPending || saving.isPending}
      error={dryRun.error ?? saving.error}
      onClose={onClose}
      onEdit={dryRun.reset}
      outcome={
        found && (
          <DryRun
            facts={[
              { name: t('Courses'), figure: formatNumber(found.courses) },
              { name: t('Costs at most'), figure: formatTokens(found.most_cost), note: t('in tokens; you pay only for delivered work') },
            ]}
            obstacle={
              found.over_budget
                ? t('This costs up to {needed} tokens, and you have {available}. Buy tokens or choose fewer courses.', {
                    needed: formatTokens(found.most_cost),
                    available: formatTokens(found.available),
                  })
                : null
            }
            badRows={found.bad_rows}
          />
        )
      }
      onDryRun={(plan) => dryRun.mutate(plan)}
      onSave={
        found && !found.over_budget
          ? (plan) =>
              saving.mutate(plan, {
                onSuccess: ({ batch }) => void navigate({ to: '/studio/batches/$batchId', params: { batchId: batch.batch_id } }),
              })
          : null
      }
    />
  );
}
