import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { listContracts, recordContract } from '#contract/organisations/organisation.contract.ts';
import type { AnswerOf, BodyInputOf } from '#contract/platform/endpoint.ts';
import { call, callWithStatus } from '#frontend/lib/api-client.ts';
import { useAction } from '#frontend/lib/use-action.ts';

export type Contract = AnswerOf<typeof listContracts>['contracts'][number];
export type NewContract = BodyInputOf<typeof recordContract>;

/** The newest contracts; only for operators. */
export const contracts = () =>
  queryOptions({ queryKey: ['contracts'], queryFn: async ({ signal }) => (await call(listContracts, { signal })).contracts });

/** Records a contract. `isNew` is false if an identical one was already recorded. */
export function useRecordContract() {
  const cache = useQueryClient();
  return useAction({
    mutationFn: async (contract: NewContract) => ({ isNew: (await callWithStatus(recordContract, { body: contract })).status === 201 }),
    onSuccess: () => cache.invalidateQueries({ queryKey: contracts().queryKey }),
  });
}
