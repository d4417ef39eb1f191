import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useNavigate } from '@tanstack/react-router';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { errorText, shortfallFrom } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { ShortfallNote } from '#frontend/ui/states/shortfall-note.tsx';
import { useRetryRun } from './use-retry-run.ts';

/** Runs a failed run again. The page stays, because the same run is polled on. */
export function RetryRun({ run }: { readonly run: StatusEnvelope }) {
  const navigate = useNavigate();
  const retry = useRetryRun(run.task_id, {
    onStarted: (answer) => {
      // Another run is already writing the same course.
      if (answer.task_id !== run.task_id) void navigate({ to: '/create/runs/$taskId', params: { taskId: answer.task_id } });
    },
  });
  const isOfLessons = run.stage !== 'outline' && run.items.some(({ state, readable }) => state === 'failed' && !readable);
  const shortfall = shortfallFrom(retry.error);
  return (
    <>
      <Button variant="contained" aria-busy={retry.isPending} onClick={() => retry.isPending || retry.mutate()}>
        {isOfLessons ? t('Try the failed lessons again') : t('Try again')}
      </Button>
      {/* below the buttons */}
      {retry.error && (
        <Box sx={{ order: 1, flexBasis: '100%' }}>
          {shortfall ? (
            <ShortfallNote shortfall={shortfall} />
          ) : (
            <Typography role="alert" variant="body2" color="error">
              {errorText(retry.error, t('It could not be tried again.'))}
            </Typography>
          )}
        </Box>
      )}
    </>
  );
}
