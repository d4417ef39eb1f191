import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#frontend/lib/api-error.ts';

/** Tries after the first for reads that may succeed a moment later; refusals are final. */
const RETRIES = 2;

/** The only holder of server state. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Asked also offline: it fails, and its screen says so. Else it would wait without a word.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => failures < RETRIES && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500),
    },
    mutations: { retry: false },
  },
});
