import { queryOptions, useQuery } from '@tanstack/react-query';
import { listRuns, type RunSummary } from '#contract/generation/run-control.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError } from '#frontend/lib/api-error.ts';

/** How often the runs are looked at while one lives, and while none is known: one may have been started on another device. */
const LIVE_MS = 3_000;
const IDLE_MS = 30_000;
/** A hidden tab looks this much less often. */
const HIDDEN_FACTOR = 5;
const FAILURE_CEILING_MS = 30_000;

/** Everything about a person's runs in the query cache. */
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

/** Milliseconds until the runs are looked at again: slower when nothing lives, when nobody looks, and when it fails. */
export function nextLookMs(state: { runs: number; error: unknown; failures: number }, isHidden: boolean): number {
  const pace = state.runs > 0 ? LIVE_MS : IDLE_MS;
  if (state.error instanceof ApiError && state.error.retryAfterS !== null) return Math.max(pace, state.error.retryAfterS * 1000);
  const paused = state.error ? Math.max(pace, Math.min(FAILURE_CEILING_MS, pace * 2 ** Math.min(state.failures, 5))) : pace;
  return isHidden ? paused * HIDDEN_FACTOR : paused;
}

const NONE: readonly RunSummary[] = [];

/** The live runs as the shell last saw them. Does not ask: the shell's watcher does, for all screens together. */
export function useLiveRuns(userId: string): readonly RunSummary[] {
  return useQuery({ ...liveRuns(userId), enabled: false }).data?.runs ?? NONE;
}
