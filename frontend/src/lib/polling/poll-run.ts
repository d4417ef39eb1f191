import { queryOptions } from '@tanstack/react-query';
import { getGenerationStatus } from '#contract/generation/generation.contract.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { TERMINAL_RUN_STATUSES } from '#contract/platform/status.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError } from '#frontend/lib/api-error.ts';
import { usePoll, type Poll } from './poll.ts';

const DEFAULT_PAUSE_MS = 1_000;
/** How often a run that has ended with something to be written yet is looked at: that may be begun from another tab or device. */
const IDLE_PAUSE_MS = 15_000;

/** Where a run's status lives in the query cache. */
export const runKey = (taskId: string) => ['run', taskId] as const;

export const hasEnded = (run: Pick<StatusEnvelope, 'status'>): boolean => TERMINAL_RUN_STATUSES.includes(run.status);

/** Other runs can write lessons that this one left out, or their practice. */
const canBeAddedTo = ({ kind, status, result, items }: StatusEnvelope): boolean =>
  kind === 'course' &&
  status === 'completed' &&
  result !== undefined &&
  items.some((item) => (item.readable ? item.practice_failures !== undefined : item.written_later === undefined));

const askForRun = (taskId: string, signal: AbortSignal): Promise<StatusEnvelope> =>
  call(getGenerationStatus, { params: { task_id: taskId }, signal });

/** One look at a run. */
export const runStatus = (taskId: string) =>
  queryOptions({ queryKey: runKey(taskId), queryFn: ({ signal }) => askForRun(taskId, signal), retry: false, staleTime: 0 });

/** How a run is followed: the server sets the pace (`poll_after_ms`). */
export const runPoll = (taskId: string): Poll<StatusEnvelope> => ({
  queryKey: runKey(taskId),
  ask: (signal) => askForRun(taskId, signal),
  isOver: (run) => hasEnded(run) && !run.can_retry && !canBeAddedTo(run),
  paceMs: (run) => (run && hasEnded(run) ? run.poll_after_ms || IDLE_PAUSE_MS : (run?.poll_after_ms ?? DEFAULT_PAUSE_MS)),
});

export interface RunStatusView {
  readonly data: StatusEnvelope | undefined;
  /** What is shown is older than it should be: the last ask failed. */
  readonly isStale: boolean;
  /** No connection to the server at the moment; asking goes on. */
  readonly isOffline: boolean;
  /** Why the last ask failed; null after a success. */
  readonly error: Error | null;
  readonly refetch: () => void;
}

/** Follows a run until nothing more can become of it, in the tab's foreground and, slower, in its background. */
export function useRunStatus(taskId: string): RunStatusView {
  const query = usePoll(runPoll(taskId));
  const isOffline = query.error instanceof ApiError && query.error.status === 0;
  return {
    data: query.data,
    isStale: query.data !== undefined && query.error !== null,
    isOffline,
    error: query.error,
    refetch: () => void query.refetch(),
  };
}
