import { queryOptions } from '@tanstack/react-query';
import { getGenerationStatus } from '#contract/generation/generation.contract.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { TERMINAL_RUN_STATUSES } from '#contract/platform/status.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError } from '#frontend/lib/api-error.ts';
import { usePoll, type Poll } from './poll.ts';

const DEFAULT_PAUSE_MS = 1_000;
/** How often an ended run with unwritten items is polled, because another tab or device may start writing them. */
const IDLE_PAUSE_MS = 15_000;

/** The query key of a run's status. */
export const runKey = (taskId: string) => ['run', taskId] as const;

export const hasEnded = (run: Pick<StatusEnvelope, 'status'>): boolean => TERMINAL_RUN_STATUSES.includes(run.status);

/** Whether other runs can still write the lessons or practice that this one left out. */
const canBeAddedTo = ({ kind, status, result, items }: StatusEnvelope): boolean =>
  kind === 'course' &&
  status === 'completed' &&
  result !== undefined &&
  items.some((item) => (item.readable ? item.practice_failures !== undefined : item.written_later === undefined));

const askForRun = (taskId: string, signal: AbortSignal): Promise<StatusEnvelope> =>
  call(getGenerationStatus, { params: { task_id: taskId }, signal });

/** The query for a run's status. */
export const runStatus = (taskId: string) =>
  queryOptions({ queryKey: runKey(taskId), queryFn: ({ signal }) => askForRun(taskId, signal), retry: false, staleTime: 0 });

/** Whether parts of this run that cost tokens are still being made. */
const hasPartsToCome = ({ part_tokens: parts }: StatusEnvelope): boolean => (parts?.reserved ?? 0) > 0;

/** How a run is polled; the server sets the interval (`poll_after_ms`). */
export const runPoll = (taskId: string): Poll<StatusEnvelope> => ({
  queryKey: runKey(taskId),
  ask: (signal) => askForRun(taskId, signal),
  isOver: (run) => hasEnded(run) && !run.can_retry && !canBeAddedTo(run) && !hasPartsToCome(run),
  paceMs: (run) => (run && hasEnded(run) ? run.poll_after_ms || IDLE_PAUSE_MS : (run?.poll_after_ms ?? DEFAULT_PAUSE_MS)),
});

export interface RunStatusView {
  readonly data: StatusEnvelope | undefined;
  /** The last poll failed, so the shown status may be outdated. */
  readonly isStale: boolean;
  /** The server cannot be reached at present; polling continues. */
  readonly isOffline: boolean;
  /** Why the last poll failed; null after a success. */
  readonly error: Error | null;
  readonly refetch: () => void;
}

/** Polls a run until its status is final; more slowly while the tab is in the background. */
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
