import type { ReactNode } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useNavigate } from '@tanstack/react-router';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { errorText, shortfallFrom } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { ShortfallNote } from '#frontend/ui/states/shortfall-note.tsx';
import { useRetryRun } from './use-retry-run.ts';

/** The available actions, in a row that wraps. */
export const ActionLine = ({ children }: { readonly children: ReactNode }) => (
  <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1.5, marginBlockStart: 1.5 }}>
    {children}
  </Stack>
);

interface RetryRunProps {
  readonly run: StatusEnvelope;
  /** The alternative action. */
  readonly beside: ReactNode;
}

/** Runs a failed run again. The page stays, because the same run is polled on. */
export function RetryRun({ run, beside }: RetryRunProps) {
  const navigate = useNavigate();
  const retry = useRetryRun(run.task_id, {
    onStarted: (answer) => {
      // Another run is already writing the same course.
      if (answer.task_id !== run.task_id) void navigate({ to: '/create/runs/$taskId', params: { taskId: answer.task_id } });
    },
  });
  const hasOutline = run.kind === 'course' && run.stage !== 'outline';
  const isOfLessons = run.stage !== 'outline' && run.items.some(({ state, readable }) => state === 'failed' && !readable);
  const shortfall = shortfallFrom(retry.error);
  return (
    <>
      {hasOutline && <Typography>{t('The outline is saved, and finished parts are neither written nor charged again.')}</Typography>}
      <ActionLine>
        <Button variant="contained" aria-busy={retry.isPending} onClick={() => retry.isPending || retry.mutate()}>
          {isOfLessons ? t('Try the failed lessons again') : t('Try again')}
        </Button>
        {beside}
      </ActionLine>
      {shortfall && <ShortfallNote shortfall={shortfall} />}
      {retry.error && !shortfall && (
        <Typography role="alert" variant="body2" color="error" sx={{ marginBlockStart: 1 }}>
          {errorText(retry.error, t('It could not be tried again.'))}
        </Typography>
      )}
    </>
  );
}
