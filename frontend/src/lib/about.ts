import { queryOptions, useQuery } from '@tanstack/react-query';
import { about } from '#contract/platform/health.contract.ts';
import { call } from '#frontend/lib/api-client.ts';

/** What the server says of itself; it does not change while a page is open. */
export const aboutProduct = queryOptions({
  queryKey: ['about'],
  queryFn: ({ signal }) => call(about, { signal }),
  staleTime: Infinity,
});

/** Whether courses are written by the sandbox; false until the server has said so. */
export function useIsSandboxAi(): boolean {
  return useQuery(aboutProduct).data?.ai_mode === 'sandbox';
}

/** Where the video tutorials are; null where the operator has named none, and until the server has said so. */
export const useTutorialsUrl = (): string | null => useQuery(aboutProduct).data?.tutorials_url ?? null;

/** Whether anything can be bought here; true until the server has said otherwise. */
export function useTakesPayments(): boolean {
  return useQuery(aboutProduct).data?.takes_payments !== false;
}
