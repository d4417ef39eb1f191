import { useCallback, useRef, useState } from 'react';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { importCourse, importResultSchema } from '#contract/exports/exports.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { useSendOnce } from '#frontend/lib/use-send-once.ts';
import { ImportProgress, type ImportRun } from './import-progress.tsx';
import { rememberImport, runningImport } from './running-import.ts';

/** Imports a course from its exported zip, and opens it: mostly at once, else when its run has ended. */
export function ImportCourse({ userId }: { readonly userId: string }) {
  const field = useRef<HTMLInputElement>(null);
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
        aria-label={t('Zip of a course')}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file) take.mutate(file);
        }}
      />
      {taskId === null ? (
        <Button variant="text" color="inherit" aria-busy={take.isPending} onClick={() => field.current?.click()}>
          {t('Import a course')}
        </Button>
      ) : (
        <ImportProgress taskId={taskId} onEnd={onEnd} />
      )}
    </>
  );
}
