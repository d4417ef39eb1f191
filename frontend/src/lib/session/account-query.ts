import { queryOptions } from '@tanstack/react-query';
import { getAccount } from '#contract/identity/account.contract.ts';
import { call } from '#frontend/lib/api-client.ts';

export const accountKey = (userId: string) => ['account', userId] as const;

/** Verification, year of birth, pending deletion. */
export const account = (userId: string) =>
  queryOptions({ queryKey: accountKey(userId), queryFn: ({ signal }) => call(getAccount, { signal }) });
