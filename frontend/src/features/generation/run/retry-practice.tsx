import { useEffect, useRef } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { retryPractice } from '#contract/generation/retry-practice.contract.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { runKey } from '#frontend/lib/polling/poll-run.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { useSendOnce } from '#frontend/lib/use-send-once.ts';
import type { Later } from './retry-lesson.tsx';
import { lacksPractice, type RunItem } from './run-words.ts';

interface RetryPracticeProps {
  readonly run: StatusEnvelope;
  readonly later: Later;
}

/** Writes, free of charge and in one run, all practice that is missing from the lessons of a finished course and that no run is writing. */
export function RetryPractice({ run, later }: RetryPracticeProps) {
  const cache = useQueryClient();
  const sendOnce = useSendOnce();
  const lacking = run.items.filter(lacksPractice);
  const isAtIt = ({ id, being_written_in: writer }: RunItem) => writer !== undefined || later.runs.get(id)?.isFailed === false;
  const open = lacking.filter((item) => !isAtIt(item)).map(({ id }) => id);
  const retry = useAction({
    mutationFn: () => {
      const params = { task_id: run.task_id };
      return sendOnce(open, (headers) => call(retryPractice, { params, headers }));
    },
    onSuccess: (answer) => {
      cache.setQueryData(runKey(answer.task_id), answer);
      void cache.invalidateQueries({ queryKey: ['runs'] });
    },
    // It may have been written or started elsewhere in the meantime.
    onSettled: () => later.refresh(),
  });
  // The pressed button disappears: the focus moves to its place.
  const place = useRef<HTMLSpanElement>(null);
  const isBegun = retry.isSuccess && lacking.length > 0 && open.length === 0;
  useEffect(() => {
    if (isBegun) place.current?.focus();
  }, [isBegun]);
  return (
    <>
      {open.length > 1 && (
        <Button variant="outlined" color="inherit" aria-busy={retry.isPending} onClick={() => retry.isPending || retry.mutate()}>
          {t('Retry all practice')}
        </Button>
      )}
      {isBegun && (
        <span ref={place} tabIndex={-1}>
          {t('Being written')}
        </span>
      )}
      {retry.error && (
        <Typography role="alert" variant="body2" color="error">
          {errorText(retry.error, t('The practice could not be retried.'))}
        </Typography>
      )}
    </>
  );
}
