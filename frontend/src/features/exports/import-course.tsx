import { useCallback, useRef, useState, useEffect } from 'react';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type * as z from 'zod/mini';
import { importCourse, importResultSchema } from '#contract/exports/exports.contract.ts';
import { getRun, stopRun } from '#contract/platform/runs.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { IMPORT_PLACE } from '#frontend/lib/courses/import-place.ts';
import { errorText, isNotFound } from '#frontend/lib/api-error.ts';
import { hasEnded, runKey } from '#frontend/lib/polling/poll-run.ts';
import { usePoll, type Poll } from '#frontend/lib/polling/poll.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { useSendOnce } from '#frontend/lib/use-send-once.ts';

/** Imports a course from its exported zip and opens it: usually at once, otherwise when its run has ended. */
export function ImportCourse({ userId }: { readonly userId: string }) {
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const hash = useLocation({ select: (location) => location.hash });
  // users who followed a link to the import find its button under the finger
  useEffect(() => {
    if (hash === IMPORT_PLACE) button.current?.focus();
  }, [hash]);
  const [taskId, setTaskId] = useState(() => runningImport(userId));
  const follow = useCallback(
    (next: string | null) => {
      rememberImport(userId, next);
      setTaskId(next);
    },
    [userId],
  );
  const cache = useQueryClient();
  const navigate = useNavigate();
  const sendOnce = useSendOnce();
  const failed = t('The course could not be imported. Please try again.');
  const open = useCallback(
    async (courseId: string) => {
      await cache.invalidateQueries({ queryKey: ['courses'] });
      await navigate({ to: '/courses/$courseId', params: { courseId } });
    },
    [cache, navigate],
  );
  const take = useAction({
    mutationFn: (file: File) =>
      sendOnce([file.name, file.size, file.lastModified], (headers) => call(importCourse, { files: { file }, headers, fallback: failed })),
    onSuccess: async (answer) => {
      if ('course_id' in answer) await open(answer.course_id);
      else follow(answer.task_id);
    },
    onError: (error: Error) => toast('error', errorText(error, failed)),
  });
  const onEnd = useCallback(
    (run: ImportRun | null) => {
      follow(null);
      const made = importResultSchema.safeParse(run?.result);
      if (run?.status === 'completed' && made.success) void open(made.data.course_id);
      else if (run?.status !== 'cancelled') toast('error', run?.error ? translateServerText(run.error.detail) : failed);
    },
    [open, failed, follow],
  );
  return (
    <>
      <input
        ref={field}
        type="file"
        accept=".zip,.imscc,application/zip"
        hidden
        aria-label={t('ZIP file of a course')}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file) take.mutate(file);
        }}
      />
      {taskId === null ? (
        <Button
          ref={button}
          id={IMPORT_PLACE}
          variant="text"
          color="inherit"
          aria-busy={take.isPending}
          onClick={() => field.current?.click()}
        >
          {t('Import a course')}
        </Button>
      ) : (
        <ImportProgress taskId={taskId} onEnd={onEnd} />
      )}
    </>
  );
}

/** The import that this tab waits for, so that a reload does not lose it. */
const keyOf = (userId: string): string => `import:${userId}`;

/** The run of an unfinished import, as far as this tab knows; null if there is none. */
function runningImport(userId: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(userId));
  } catch {
    return null;
  }
}

/** Stores the run of an import; null when it has ended. */
function rememberImport(userId: string, taskId: string | null): void {
  try {
    if (taskId === null) sessionStorage.removeItem(keyOf(userId));
    else sessionStorage.setItem(keyOf(userId), taskId);
  } catch {
    // without storage, the progress is shown until the user leaves the page
  }
}

type ImportRun = z.infer<(typeof getRun.responses)[200]>;

const PAUSE_MS = 1_000;

const importPoll = (taskId: string): Poll<ImportRun> => ({
  queryKey: [...runKey(taskId), 'import'],
  ask: (signal) => call(getRun, { params: { task_id: taskId }, signal }),
  isOver: hasEnded,
  paceMs: (run) => run?.poll_after_ms ?? PAUSE_MS,
});

interface ImportProgressProps {
  readonly taskId: string;
  /** Called with the ended run, or null if it no longer exists. */
  readonly onEnd: (run: ImportRun | null) => void;
}

/** The progress of an import that takes longer than its request, with a cancel button. */
function ImportProgress({ taskId, onEnd }: ImportProgressProps) {
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
