import { useQuery, type QueryKey } from '@tanstack/react-query';
import { ApiError } from '#frontend/lib/api-error.ts';

/** A hidden tab polls this many times less often, at intervals of at least `HIDDEN_FLOOR_MS`. */
const HIDDEN_FACTOR = 5;
const HIDDEN_FLOOR_MS = 10_000;
/** After failed polls the interval doubles up to this limit. */
const FAILURE_CEILING_MS = 15_000;

/** What to poll, how often, and when to stop. */
export interface Poll<T> {
  readonly queryKey: QueryKey;
  readonly ask: (signal: AbortSignal) => Promise<T>;
  /** Whether nothing more can change, so that polling stops. */
  readonly isOver: (data: T) => boolean;
  /** Milliseconds until the next poll, given the newest answer. */
  readonly paceMs: (data: T | undefined) => number;
  /** Maximum number of polls, at a constant interval even after failures; without it, polls until `isOver`. */
  readonly mostAsks?: number;
}

export interface PollState<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly dataUpdateCount: number;
  readonly errorUpdateCount: number;
}

/** A refusal that retrying cannot change: 401, 403 or 404. */
export const isFinalRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429 && error.status !== 408;

/** Milliseconds until the next poll, or false to stop. Failures and a hidden tab increase it, unless `mostAsks` is set. */
export function nextPollMs<T>(
  { isOver, paceMs, mostAsks }: Pick<Poll<T>, 'isOver' | 'paceMs' | 'mostAsks'>,
  state: PollState<T>,
  isHidden: boolean,
): number | false {
  const { data, error } = state;
  if ((data !== undefined && isOver(data)) || isFinalRefusal(error)) return false;
  const pace = paceMs(data);
  if (mostAsks !== undefined) return state.dataUpdateCount + state.errorUpdateCount < mostAsks ? pace : false;
  if (error instanceof ApiError && error.retryAfterS !== null) return Math.max(pace, error.retryAfterS * 1000);
  const paused = error ? Math.max(pace, Math.min(FAILURE_CEILING_MS, pace * 2 ** Math.min(state.errorUpdateCount, 5))) : pace;
  return isHidden ? Math.max(HIDDEN_FLOOR_MS, paused * HIDDEN_FACTOR) : paused;
}

/** The only poller: polls until `isOver`, in the foreground and in the background. Returns the query. */
export function usePoll<T>(poll: Poll<T>) {
  const isOver = (data: T | undefined): boolean => data !== undefined && poll.isOver(data);
  return useQuery<T>({
    queryKey: poll.queryKey,
    queryFn: ({ signal }) => poll.ask(signal),
    retry: false,
    staleTime: 0,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) => nextPollMs(poll, state, document.hidden),
    refetchOnWindowFocus: ({ state }) => poll.mostAsks === undefined && !isOver(state.data),
    ...(poll.mostAsks !== undefined && { refetchOnReconnect: false }),
  });
}
