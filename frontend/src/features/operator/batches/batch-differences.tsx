import { useQuery } from '@tanstack/react-query';
import type { Batch, BatchItem } from '#contract/operator/batches.contract.ts';
import { DifferencesDialog } from '#frontend/ui/batches/differences-dialog.tsx';
import { batchItem, useActOnBatch } from './batch-queries.ts';

interface BatchDifferencesProps {
  readonly batch: Batch;
  readonly item: BatchItem;
  readonly onClose: () => void;
}

/** The proposed text of one course of the batch, and the decision about it. */
export function BatchDifferences({ batch, item, onClose }: BatchDifferencesProps) {
  const { data, error, refetch } = useQuery(batchItem(batch.batch_id, item.course_id));
  const { mutate, isPending } = useActOnBatch(batch.batch_id);
  return (
    <DifferencesDialog
      item={item}
      data={data}
      error={error}
      onRetry={() => void refetch()}
      isPending={isPending}
      onClose={onClose}
      onDecide={(act, overwrite) => mutate({ act, course_ids: [item.course_id], ...(overwrite && { overwrite }) }, { onSuccess: onClose })}
    />
  );
}
