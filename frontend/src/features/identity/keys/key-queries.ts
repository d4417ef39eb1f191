import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { createKey, endKey, listKeys, type ApiKey } from '#contract/identity/api-keys.contract.ts';
import type { KeyHolder } from '#contract/identity/key-scopes.ts';
import type { BodyInputOf } from '#contract/platform/endpoint.ts';
import { call } from '#frontend/lib/api-client.ts';
import { useAction } from '#frontend/lib/use-action.ts';

export type NewKey = BodyInputOf<typeof createKey>;

/** The keys of a holder, newest first. */
export const apiKeys = (userId: string, holder: KeyHolder) =>
  queryOptions({
    queryKey: ['api-keys', userId, holder],
    queryFn: async ({ signal }) => (await call(listKeys, { params: { holder }, signal })).keys,
  });

/** Creates a key; the answer contains its secret, which is not shown again. */
export function useCreateKey(userId: string, holder: KeyHolder) {
  const cache = useQueryClient();
  return useAction({
    mutationFn: (body: NewKey) => call(createKey, { params: { holder }, body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: apiKeys(userId, holder).queryKey }),
  });
}

/** Revokes a key. */
export function useEndKey(userId: string, holder: KeyHolder) {
  const cache = useQueryClient();
  return useAction({
    mutationFn: ({ api_key_id }: ApiKey) => call(endKey, { params: { holder, api_key_id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: apiKeys(userId, holder).queryKey }),
  });
}
