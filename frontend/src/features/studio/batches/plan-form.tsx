import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { BadRow } from '#contract/operator/batches.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { BadRows, PlanFields } from '#frontend/ui/batches/plan-fields.tsx';
import { usePlan } from './batch-queries.ts';

interface PlanFormProps {
  readonly userId: string;
  readonly onClose: () => void;
}

/** The form of a new batch: what to do to which courses. Sending it charges nothing: the price is shown before anything starts. */
export function PlanForm({ userId, onClose }: PlanFormProps) {
  const navigate = useNavigate();
  const { mutate, isPending, error } = usePlan(userId);
  const [planned, setPlanned] = useState<{ readonly batchId: string; readonly rows: readonly BadRow[] } | null>(null);
  const open = (batchId: string) => void navigate({ to: '/studio/batches/$batchId', params: { batchId } });
  if (planned) return <BadRows rows={planned.rows} onOpen={() => open(planned.batchId)} />;
  return (
    <PlanFields
      canary={1}
      editedLabel={t('Also lessons that I have edited')}
      submitLabel={t('See what it costs')}
      isPending={isPending}
      error={error}
      onClose={onClose}
      onPlan={(plan) =>
        mutate(plan, {
          onSuccess: ({ batch, bad_rows: rows }) =>
            rows.length === 0 ? open(batch.batch_id) : setPlanned({ batchId: batch.batch_id, rows }),
        })
      }
    />
  );
}
