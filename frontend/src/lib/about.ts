import { queryOptions, useQuery } from '@tanstack/react-query';
import { about } from '#contract/platform/health.contract.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { call } from '#frontend/lib/api-client.ts';

/** The product's public configuration as the server reports it; it does not change while a page is open. */
export const aboutProduct = queryOptions({
  queryKey: ['about'],
  queryFn: ({ signal }) => call(about, { signal }),
  staleTime: Infinity,
});

/** Whether the sandbox AI writes courses; false until the server has answered. */
export function useIsSandboxAi(): boolean {
  return useQuery(aboutProduct).data?.ai_mode === 'sandbox';
}

/** Whether the installation has a free library of ready courses; false until the server has answered. */
export const useHasLibrary = (): boolean => useQuery(aboutProduct).data?.has_library === true;

/** Number of AI services that are connected; all of them until the server has answered. */
export const useServiceCount = (): number => useQuery(aboutProduct).data?.connected_services?.length ?? SERVICES.length;

/** Address of the video tutorials; null when the operator configured none, and until the server has answered. */
export const useTutorialsUrl = (): string | null => useQuery(aboutProduct).data?.tutorials_url ?? null;

/** Whether a service translates the interface and courses; true until the server has answered. */
export const useHasTranslation = (): boolean => useQuery(aboutProduct).data?.translates !== false;

/** Whether voice notes are transcribed; true until the server has answered. */
export const useHasTranscription = (): boolean => useQuery(aboutProduct).data?.transcribes !== false;

/** Whether this installation sells anything; true until the server has answered. */
export function useAcceptsPayments(): boolean {
  return useQuery(aboutProduct).data?.takes_payments !== false;
}
