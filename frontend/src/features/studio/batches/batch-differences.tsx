import { useQuery } from '@tanstack/react-query';
import type { CreatorBatchItem } from '#contract/studio/creator-batches.contract.ts';
import { DifferencesDialog } from '#frontend/ui/batches/differences-dialog.tsx';
import { differencesOf, useAct } from './batch-queries.ts';

interface BatchDifferencesProps {
  readonly userId: string;
  readonly batchId: string;
  readonly item: CreatorBatchItem;
  readonly onClose: () => void;
}

/** The proposed text of one of the creator's courses, and the decision about it. */
export function BatchDifferences({ userId, batchId, item, onClose }: BatchDifferencesProps) {
  const { data, error, refetch } = useQuery(differencesOf(userId, batchId, item.course_id));
  const { mutate, isPending } = useAct(userId, batchId);
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
