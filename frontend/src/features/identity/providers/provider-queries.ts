import { queryOptions } from '@tanstack/react-query';
import { listLinkedProviders, listProviders } from '#contract/identity/providers.contract.ts';
import { call } from '#frontend/lib/api-client.ts';

/** With which providers people can sign in here; it changes with the installation only. */
export const providers = () =>
  queryOptions({ queryKey: ['providers'], queryFn: ({ signal }) => call(listProviders, { signal }), staleTime: Infinity });

/** Which of them the account has. */
export const linkedProviders = (userId: string) =>
  queryOptions({
    queryKey: ['linked-providers', userId],
    queryFn: async ({ signal }) => (await call(listLinkedProviders, { signal })).linked,
  });
