import { queryOptions } from '@tanstack/react-query';
import { getAccount, listSessions } from '#contract/identity/account.contract.ts';
import { call } from '#frontend/lib/api-client.ts';

export const accountKey = (userId: string) => ['account', userId] as const;

/** Verification, year of birth, pending deletion. */
export const account = (userId: string) =>
  queryOptions({ queryKey: accountKey(userId), queryFn: ({ signal }) => call(getAccount, { signal }) });

/** The user's active sessions. */
export const sessions = (userId: string) =>
  queryOptions({ queryKey: ['account-sessions', userId], queryFn: ({ signal }) => call(listSessions, { signal }) });
