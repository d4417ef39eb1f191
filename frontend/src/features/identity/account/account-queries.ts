import { queryOptions } from '@tanstack/react-query';
import { listSessions } from '#contract/identity/account.contract.ts';
import { call } from '#frontend/lib/api-client.ts';

/** The user's active sessions. */
export const sessions = (userId: string) =>
  queryOptions({ queryKey: ['account-sessions', userId], queryFn: ({ signal }) => call(listSessions, { signal }) });
