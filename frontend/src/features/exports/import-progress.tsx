import { useEffect } from 'react';
import Button from '@mui/material/Button';
import type * as z from 'zod/mini';
import { getRun, stopRun } from '#contract/platform/runs.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText, isNotFound } from '#frontend/lib/api-error.ts';
import { hasEnded, runKey } from '#frontend/lib/polling/poll-run.ts';
import { usePoll, type Poll } from '#frontend/lib/polling/poll.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';

export type ImportRun = z.infer<(typeof getRun.responses)[200]>;

const PAUSE_MS = 1_000;

const importPoll = (taskId: string): Poll<ImportRun> => ({
  queryKey: [...runKey(taskId), 'import'],
  ask: (signal) => call(getRun, { params: { task_id: taskId }, signal }),
  isOver: hasEnded,
  paceMs: (run) => run?.poll_after_ms ?? PAUSE_MS,
});

interface ImportProgressProps {
  readonly taskId: string;
  /** Called with the ended run; null: it is not there any more. */
  readonly onEnd: (run: ImportRun | null) => void;
}

/** The progress of an import that takes longer than its request, with a button to stop it. */
export function ImportProgress({ taskId, onEnd }: ImportProgressProps) {
  const { data: run, error, refetch } = usePoll(importPoll(taskId));
  const isGone = isNotFound(error);
  useEffect(() => {
    if (isGone) onEnd(null);
    else if (run && hasEnded(run)) onEnd(run);
  }, [run, isGone, onEnd]);
  const stop = useAction({
    mutationFn: () => call(stopRun, { params: { task_id: taskId }, query: {} }),
    onSettled: () => refetch(),
    onError: (problem: Error) => toast('error', errorText(problem, t('The import could not be stopped.'))),
  });
  return (
    <>
      <span role="status">{t('Importing: {n}%', { n: run?.progress ?? 0 })}</span>{' '}
      <Button variant="text" color="inherit" aria-busy={stop.isPending} onClick={() => stop.mutate()}>
        {t('Stop')}
      </Button>
    </>
  );
}
