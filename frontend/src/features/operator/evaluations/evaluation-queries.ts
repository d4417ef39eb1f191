import { queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  actOnEvaluation,
  addBriefs,
  estimateEvaluation,
  estimateMoreBriefs,
  forgetDefaultCast,
  judgePair,
  listEvaluations,
  readBlindPair,
  readEvaluatedBrief,
  readEvaluation,
  startEvaluation,
  type BriefAddition,
} from '#contract/operator/evaluations.contract.ts';
import type { BodyInputOf } from '#contract/platform/endpoint.ts';
import { TERMINAL_RUN_STATUSES } from '#contract/platform/status.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { useSendOnce } from '#frontend/lib/use-send-once.ts';

const POLL_MS = 2_000;
const key = ['operator', 'evaluations'] as const;

export const evaluations = () =>
  queryOptions({ queryKey: key, queryFn: ({ signal }) => call(listEvaluations, { signal }), refetchInterval: 2 * POLL_MS });

/** One comparison; polled until it ends. */
export const evaluation = (id: string) =>
  queryOptions({
    queryKey: [...key, id],
    queryFn: ({ signal }) => call(readEvaluation, { params: { evaluation_id: id }, signal }),
    refetchInterval: ({ state: { data } }) => (data && TERMINAL_RUN_STATUSES.includes(data.evaluation.status) ? false : POLL_MS),
  });

export const evaluatedBrief = (id: string, number: number) =>
  queryOptions({
    queryKey: [...key, id, 'brief', number],
    queryFn: ({ signal }) => call(readEvaluatedBrief, { params: { evaluation_id: id, number }, signal }),
  });

export const blindPair = (id: string) =>
  queryOptions({
    queryKey: [...key, id, 'pair'],
    queryFn: ({ signal }) => call(readBlindPair, { params: { evaluation_id: id }, signal }),
    // the pair must not change while it is being read
    staleTime: Infinity,
  });

export type PlanBody = BodyInputOf<typeof estimateEvaluation>;

export const useEstimateEvaluation = () => useAction({ mutationFn: (body: PlanBody) => call(estimateEvaluation, { body }) });

export function useStartEvaluation() {
  const cache = useQueryClient();
  const sendOnce = useSendOnce();
  return useAction({
    mutationFn: (body: BodyInputOf<typeof startEvaluation>) => sendOnce(body, (headers) => call(startEvaluation, { body, headers })),
    onSuccess: () => cache.invalidateQueries({ queryKey: key }),
  });
}

export const useEstimateMoreBriefs = (id: string) =>
  useAction({ mutationFn: (body: BriefAddition) => call(estimateMoreBriefs, { params: { evaluation_id: id }, body }) });

/** Whether an order was refused because its price has risen since it was shown. */
export const isNewPrice = (error: unknown): boolean => error instanceof ApiError && error.code === 'evaluation.price_changed';

export function useAddBriefs(id: string) {
  const cache = useQueryClient();
  return useAction({
    mutationFn: (body: BodyInputOf<typeof addBriefs>) => call(addBriefs, { params: { evaluation_id: id }, body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: key }),
  });
}

export function useActOnEvaluation(id: string) {
  const cache = useQueryClient();
  return useAction({
    mutationFn: (body: BodyInputOf<typeof actOnEvaluation>) => call(actOnEvaluation, { params: { evaluation_id: id }, body }),
    // also after a refusal, because the price may have changed
    onSettled: () => cache.invalidateQueries({ queryKey: key }),
    onError: (error) => toast('error', errorText(error, t('The comparison could not be changed.'))),
  });
}

export const useJudgePair = (id: string) =>
  useAction({
    mutationFn: (body: BodyInputOf<typeof judgePair>) => call(judgePair, { params: { evaluation_id: id }, body }),
    onError: (error) => toast('error', errorText(error, t('Your verdict could not be saved.'))),
  });

export function useForgetDefaultCast() {
  const cache = useQueryClient();
  return useAction({
    mutationFn: () => call(forgetDefaultCast, {}),
    onSuccess: () => cache.invalidateQueries({ queryKey: key }),
    onError: (error) => toast('error', errorText(error, t('The default could not be restored.'))),
  });
}
