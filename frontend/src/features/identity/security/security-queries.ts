import { queryOptions } from '@tanstack/react-query';
import { listPasskeys } from '#contract/identity/passkeys.contract.ts';
import { getSecondFactor } from '#contract/identity/second-factor.contract.ts';
import { call } from '#frontend/lib/api-client.ts';

/** Whether two-step sign-in is on. */
export const secondFactor = (userId: string) =>
  queryOptions({ queryKey: ['second-factor', userId], queryFn: ({ signal }) => call(getSecondFactor, { signal }) });

export const passkeys = (userId: string) =>
  queryOptions({ queryKey: ['passkeys', userId], queryFn: ({ signal }) => call(listPasskeys, { signal }) });
