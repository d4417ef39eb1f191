import { useQueryClient } from '@tanstack/react-query';
import { retryRun } from '#contract/generation/run-control.contract.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError } from '#frontend/lib/api-error.ts';
import { runKey } from '#frontend/lib/polling/poll-run.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { useSendOnce } from '#frontend/lib/use-send-once.ts';

interface Retry {
  readonly acceptedPrice: number;
  /** Receives the run that now does the work; a different one if that was already doing the same. */
  readonly onStarted?: (run: StatusEnvelope) => void;
  readonly onError?: (error: Error) => void;
}

/**
 * Runs a failed run again; all lists and pages show it as active.
 * @param acceptedPrice the expected price of the order, in hundredths of a token; 0 if none is shown
 */
export function useRetryRun(taskId: string, { acceptedPrice, onStarted, onError }: Retry) {
  const cache = useQueryClient();
  const sendOnce = useSendOnce();
  return useAction({
    mutationFn: () => {
      const params = { task_id: taskId };
      return sendOnce(params, (headers) => call(retryRun, { params, headers, acceptedPrice }));
    },
    onSuccess: (run) => {
      cache.setQueryData(runKey(run.task_id), run);
      void cache.invalidateQueries({ queryKey: ['runs'] });
      onStarted?.(run);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) {
        void cache.invalidateQueries({ queryKey: runKey(taskId) });
        void cache.invalidateQueries({ queryKey: ['runs'] });
      }
      onError?.(error);
    },
  });
}
