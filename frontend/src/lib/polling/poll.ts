import { useQuery, type QueryKey } from '@tanstack/react-query';
import { ApiError } from '#frontend/lib/api-error.ts';

/** A hidden tab asks this much less often, and never more than once in `HIDDEN_FLOOR_MS`. */
const HIDDEN_FACTOR = 5;
const HIDDEN_FLOOR_MS = 10_000;
/** After failed asks the pause doubles up to this. */
const FAILURE_CEILING_MS = 15_000;

/** What is asked again and again, how fast, and when it is over. */
export interface Poll<T> {
  readonly queryKey: QueryKey;
  readonly ask: (signal: AbortSignal) => Promise<T>;
  /** Nothing more can happen: asking stops. */
  readonly isOver: (data: T) => boolean;
  /** Milliseconds between two asks, by the newest answer. */
  readonly paceMs: (data: T | undefined) => number;
  /** At most so many asks, answered or not, at an even pace whatever happens; without it, until it is over. */
  readonly mostAsks?: number;
}

export interface PollState<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly dataUpdateCount: number;
  readonly errorUpdateCount: number;
}

/** A refusal that asking again will not change: not yours, not there, not signed in. */
export const isFinalRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429 && error.status !== 408;

/** Milliseconds until the next ask, false to stop. Failures and a hidden tab slow it down, unless the number of asks is bounded. */
export function nextAskMs<T>(
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

/** The one poller: asks until it is over, in the tab's foreground and in its background. Answers the query that asks. */
export function usePoll<T>(poll: Poll<T>) {
  const isOver = (data: T | undefined): boolean => data !== undefined && poll.isOver(data);
  return useQuery<T>({
    queryKey: poll.queryKey,
    queryFn: ({ signal }) => poll.ask(signal),
    retry: false,
    staleTime: 0,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) => nextAskMs(poll, state, document.hidden),
    refetchOnWindowFocus: ({ state }) => poll.mostAsks === undefined && !isOver(state.data),
    ...(poll.mostAsks !== undefined && { refetchOnReconnect: false }),
  });
}
