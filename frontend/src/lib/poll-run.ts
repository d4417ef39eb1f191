import { queryOptions, useQuery } from '@tanstack/react-query';
import { getGenerationStatus } from '#contract/generation/generation.contract.ts';
import { TERMINAL_RUN_STATUSES, type StatusEnvelope } from '#contract/platform/status.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError } from '#frontend/lib/api-error.ts';

/** A hidden tab asks this much less often, and never more than once in `HIDDEN_FLOOR_MS`. */
const HIDDEN_FACTOR = 5;
const HIDDEN_FLOOR_MS = 10_000;
/** After failed asks the pause doubles up to this. */
const FAILURE_CEILING_MS = 15_000;
const DEFAULT_PAUSE_MS = 1_000;

/** Where a run's status lives in the query cache. */
export const runKey = (taskId: string) => ['run', taskId] as const;

export const hasEnded = (run: Pick<StatusEnvelope, 'status'>): boolean => TERMINAL_RUN_STATUSES.includes(run.status);

const isTerminal = (run: StatusEnvelope | undefined): boolean => run !== undefined && hasEnded(run);

/** One look at a run. */
export const runStatus = (taskId: string) =>
  queryOptions({
    queryKey: runKey(taskId),
    queryFn: ({ signal }) => call(getGenerationStatus, { params: { task_id: taskId }, signal }),
    retry: false,
    staleTime: 0,
  });

/** A refusal that asking again will not change: not yours, not there, not signed in. */
const isFinalRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429 && error.status !== 408;

/**
 * Milliseconds until the next ask, false to stop. The server sets the pace (`poll_after_ms`); failures slow it down, a hidden tab
 * slows it down, a finished run or a final refusal ends it.
 */
export function nextPollMs(
  state: { data: StatusEnvelope | undefined; error: unknown; fetchFailureCount: number; errorUpdateCount: number },
  isHidden: boolean,
): number | false {
  if (isTerminal(state.data) || isFinalRefusal(state.error)) return false;
  const pace = state.data?.poll_after_ms ?? DEFAULT_PAUSE_MS;
  if (state.error instanceof ApiError && state.error.retryAfterS !== null) return Math.max(pace, state.error.retryAfterS * 1000);
  const paused = state.error ? Math.max(pace, Math.min(FAILURE_CEILING_MS, pace * 2 ** Math.min(state.errorUpdateCount, 5))) : pace;
  return isHidden ? Math.max(HIDDEN_FLOOR_MS, paused * HIDDEN_FACTOR) : paused;
}

export interface RunStatusView {
  readonly data: StatusEnvelope | undefined;
  /** What is shown is older than it should be: the last ask failed or could not be made. */
  readonly isStale: boolean;
  /** No connection to the server at the moment; asking goes on. */
  readonly isOffline: boolean;
  /** Why the last ask failed; null after a success. */
  readonly error: Error | null;
  readonly refetch: () => void;
}

/** The one poller: follows a run until it ends, in the tab's foreground and, slower, in its background. */
export function useRunStatus(taskId: string): RunStatusView {
  const query = useQuery({
    ...runStatus(taskId),
    refetchIntervalInBackground: true,
    refetchInterval: (asked) => nextPollMs(asked.state, document.hidden),
    refetchOnWindowFocus: (asked) => !isTerminal(asked.state.data),
  });
  const isPaused = query.fetchStatus === 'paused';
  const isUnreachable = query.error instanceof ApiError && query.error.status === 0;
  return {
    data: query.data,
    isStale: query.data !== undefined && (isPaused || query.error !== null),
    isOffline: isPaused || isUnreachable,
    error: query.error,
    refetch: () => void query.refetch(),
  };
}
