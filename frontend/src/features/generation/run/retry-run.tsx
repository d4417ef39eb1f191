import type { ReactNode } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { retryRun } from '#contract/generation/run-control.contract.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError, errorText, shortfallFrom } from '#frontend/lib/api-error.ts';
import { runKey } from '#frontend/lib/polling/poll-run.ts';
import { t } from '#frontend/lib/text.ts';
import { useMutation } from '#frontend/lib/use-mutation.ts';
import { useSendOnce } from '#frontend/lib/use-send-once.ts';
import { ShortfallNote } from '#frontend/ui/states/shortfall-note.tsx';

const Refusal = styled('p')(({ theme }) => ({ ...theme.typography.body2, margin: '8px 0 0', color: theme.vars.palette.error.main }));

/** The available actions, in a row that wraps. */
export const ActionLine = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 12, marginBlockStart: 12 });

interface RetryRunProps {
  readonly run: StatusEnvelope;
  /** The alternative action. */
  readonly beside: ReactNode;
}

/** Resumes a run that failed after its outline. The page stays, because the same run is polled on. */
export function RetryRun({ run, beside }: RetryRunProps) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const sendOnce = useSendOnce();
  const retry = useMutation({
    mutationFn: () => {
      const params = { task_id: run.task_id };
      return sendOnce(params, (headers) => call(retryRun, { params, headers }));
    },
    onSuccess: (answer) => {
      cache.setQueryData(runKey(answer.task_id), answer);
      void cache.invalidateQueries({ queryKey: ['runs'] });
      // Another run is already writing the same course.
      if (answer.task_id !== run.task_id) void navigate({ to: '/create/runs/$taskId', params: { taskId: answer.task_id } });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) void cache.invalidateQueries({ queryKey: runKey(run.task_id) });
    },
  });
  const shortfall = shortfallFrom(retry.error);
  return (
    <>
      <Typography>{t('The outline is saved, and finished parts are neither written nor charged again.')}</Typography>
      <ActionLine>
        <Button variant="contained" aria-busy={retry.isPending} onClick={() => retry.isPending || retry.mutate()}>
          {run.items.some(({ state, readable }) => state === 'failed' && !readable) ? t('Try the failed lessons again') : t('Try again')}
        </Button>
        {beside}
      </ActionLine>
      {shortfall && <ShortfallNote shortfall={shortfall} />}
      {retry.error && !shortfall && <Refusal role="alert">{errorText(retry.error, t('It could not be tried again.'))}</Refusal>}
    </>
  );
}
