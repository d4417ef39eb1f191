import { queryOptions } from '@tanstack/react-query';
import { listLinkedProviders, listProviders } from '#contract/identity/providers.contract.ts';
import { call } from '#frontend/lib/api-client.ts';

/** The sign-in providers of this installation; they change only with its configuration. */
export const providers = () =>
  queryOptions({ queryKey: ['providers'], queryFn: ({ signal }) => call(listProviders, { signal }), staleTime: Infinity });

/** The providers linked to the account. */
export const linkedProviders = (userId: string) =>
  queryOptions({
    queryKey: ['linked-providers', userId],
    queryFn: async ({ signal }) => (await call(listLinkedProviders, { signal })).linked,
  });
