import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { actOnBatch, listBatches, planBatch, readBatch, readBatchItem, type ItemState } from '#contract/operator/batches.contract.ts';
import { estimateBatch } from '#contract/operator/batch-estimates.contract.ts';
import type { BodyInputOf } from '#contract/platform/endpoint.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';

const POLL_MS = 2_000;
const key = ['operator', 'batches'] as const;

export const batches = () =>
  queryOptions({ queryKey: key, queryFn: ({ signal }) => call(listBatches, { signal }), refetchInterval: POLL_MS });

export const oneBatch = (batchId: string, state: ItemState | undefined, page: number) =>
  queryOptions({
    queryKey: [...key, batchId, state, page],
    queryFn: ({ signal }) => call(readBatch, { params: { batch_id: batchId }, query: { state, page }, signal }),
    placeholderData: (before) => before,
    refetchInterval: POLL_MS,
  });

export const batchItem = (batchId: string, courseId: string) =>
  queryOptions({
    queryKey: [...key, batchId, 'item', courseId],
    queryFn: ({ signal }) => call(readBatchItem, { params: { batch_id: batchId, course_id: courseId }, signal }),
  });

export const useEstimateBatch = () => useAction({ mutationFn: (body: BodyInputOf<typeof estimateBatch>) => call(estimateBatch, { body }) });

export function usePlanBatch() {
  const cache = useQueryClient();
  return useAction({
    mutationFn: (body: BodyInputOf<typeof planBatch>) => call(planBatch, { body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: key }),
  });
}

export function useActOnBatch(batchId: string) {
  const cache = useQueryClient();
  return useAction({
    mutationFn: (body: BodyInputOf<typeof actOnBatch>) => call(actOnBatch, { params: { batch_id: batchId }, body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: key }),
    onError: (error) => toast('error', errorText(error, t('The batch could not be changed.'))),
  });
}
