import { useNavigate } from '@tanstack/react-router';
import { formatNumber, formatTokens } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { DryRun, PlanFields } from '#frontend/ui/batches/plan-fields.tsx';
import { useDryRun, usePlan } from './batch-queries.ts';

interface PlanFormProps {
  readonly userId: string;
  readonly onClose: () => void;
}

/** The form of a new batch: what to do to which courses. A dry run says the price and stores nothing. */
export function PlanForm({ userId, onClose }: PlanFormProps) {
  const navigate = useNavigate();
  const dryRun = useDryRun();
  const saving = usePlan(userId);
  const found = dryRun.data;
  return (
    <PlanFields
      canary={1}
      editedLabel={t('Also lessons that I have edited')}
      dryRunLabel={t('See what it costs')}
      isPending={dryRun.isPending || saving.isPending}
      error={dryRun.error ?? saving.error}
      onClose={onClose}
      onEdit={dryRun.reset}
      outcome={
        found && (
          <DryRun
            facts={[
              { name: t('Courses'), figure: formatNumber(found.courses) },
              { name: t('Costs at most'), figure: formatTokens(found.most_cost), note: t('in tokens, charged for what is delivered') },
            ]}
            obstacle={
              found.over_budget
                ? t('It costs up to {needed} tokens, and you have {available}. Buy tokens, or choose fewer courses.', {
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
