import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { BodyInputOf } from '#contract/platform/endpoint.ts';
import {
  actOnCreatorBatch,
  estimateCreatorBatch,
  listCreatorBatches,
  planCreatorBatch,
  readCreatorBatch,
  readCreatorBatchItem,
} from '#contract/studio/creator-batches.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { studioKey } from '../studio-key.ts';

const POLL_MS = 3_000;
const keyOf = (userId: string) => [...studioKey(userId), 'batches'] as const;

export const batchesOf = (userId: string) =>
  queryOptions({ queryKey: keyOf(userId), queryFn: ({ signal }) => call(listCreatorBatches, { signal }), refetchInterval: POLL_MS });

export const batchOf = (userId: string, batchId: string, page: number) =>
  queryOptions({
    queryKey: [...keyOf(userId), batchId, page],
    queryFn: ({ signal }) => call(readCreatorBatch, { params: { batch_id: batchId }, query: { page }, signal }),
    placeholderData: (before) => before,
    refetchInterval: POLL_MS,
  });

export const differencesOf = (userId: string, batchId: string, courseId: string) =>
  queryOptions({
    queryKey: [...keyOf(userId), batchId, 'item', courseId],
    queryFn: ({ signal }) => call(readCreatorBatchItem, { params: { batch_id: batchId, course_id: courseId }, signal }),
  });

export const useDryRun = () =>
  useAction({ mutationFn: (body: BodyInputOf<typeof estimateCreatorBatch>) => call(estimateCreatorBatch, { body }) });

export function usePlan(userId: string) {
  const cache = useQueryClient();
  return useAction({
    mutationFn: (body: BodyInputOf<typeof planCreatorBatch>) => call(planCreatorBatch, { body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: keyOf(userId) }),
  });
}

/** @param acceptedPrice the maximum price of the batch, in hundredths of a token */
export function useAct(userId: string, batchId: string, acceptedPrice: number) {
  const cache = useQueryClient();
  return useAction({
    mutationFn: (body: BodyInputOf<typeof actOnCreatorBatch>) =>
      call(actOnCreatorBatch, { params: { batch_id: batchId }, body, acceptedPrice }),
    onSuccess: () => cache.invalidateQueries({ queryKey: keyOf(userId) }),
    onError: (error) => toast('error', errorText(error, t('The bulk update could not be changed.'))),
  });
}
