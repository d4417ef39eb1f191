import { queryOptions, useQuery } from '@tanstack/react-query';
import { listRuns, type RunSummary } from '#contract/generation/run-control.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError } from '#frontend/lib/api-error.ts';

/** Polling intervals for the runs: while one is active, and while none is known, because one may have been started on another device. */
const LIVE_MS = 3_000;
const IDLE_MS = 30_000;
/** A hidden tab polls this many times less often. */
const HIDDEN_FACTOR = 5;
const FAILURE_CEILING_MS = 30_000;

/** Query key of everything about a user's runs. */
export const runsKey = (userId: string) => ['runs', userId] as const;
export const liveRunsKey = (userId: string) => [...runsKey(userId), 'live'] as const;

/** The runs that have not ended, newest first. */
export const liveRuns = (userId: string) =>
  queryOptions({
    queryKey: liveRunsKey(userId),
    queryFn: ({ signal }) => call(listRuns, { query: { live: 'true', limit: 20 }, signal }),
    retry: false,
    staleTime: 0,
  });

/** Milliseconds until the next poll: longer when no run is active, in a hidden tab, and after failures. */
export function nextRunsPollMs(state: { runs: number; error: unknown; failures: number }, isHidden: boolean): number {
  const pace = state.runs > 0 ? LIVE_MS : IDLE_MS;
  if (state.error instanceof ApiError && state.error.retryAfterS !== null) return Math.max(pace, state.error.retryAfterS * 1000);
  const paused = state.error ? Math.max(pace, Math.min(FAILURE_CEILING_MS, pace * 2 ** Math.min(state.failures, 5))) : pace;
  return isHidden ? paused * HIDDEN_FACTOR : paused;
}

const NONE: readonly RunSummary[] = [];

/** The active runs as last fetched by the shell. Does not fetch: the shell's watcher does so for all screens together. */
export function useLiveRuns(userId: string): readonly RunSummary[] {
  return useQuery({ ...liveRuns(userId), enabled: false }).data?.runs ?? NONE;
}
