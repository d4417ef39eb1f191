import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#frontend/lib/api-error.ts';

/** Retries of reads that failed temporarily; refusals are final. */
const RETRIES = 2;

/** The only store of server state. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Sends requests offline too: they fail, and the screen shows it. Otherwise they would wait silently.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => failures < RETRIES && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500),
    },
    mutations: { retry: false },
  },
});
