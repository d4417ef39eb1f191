import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { cancelRun } from '#contract/generation/run-control.contract.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { runKey } from '#frontend/lib/polling/poll-run.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { AskDialog } from '#frontend/ui/dialogs/ask-dialog.tsx';
import { keepCostWords } from './run-cost.ts';
import { countReady } from './run-words.ts';

interface StopDialogProps {
  readonly run: StatusEnvelope;
  readonly onClose: () => void;
}

/** Explains exactly what cancelling does and costs, and cancels the run (A12). */
export default function StopDialog({ run, onClose }: StopDialogProps) {
  const cache = useQueryClient();
  const ready = run.kind === 'course' ? countReady(run.items) : 0;
  const stop = useAction({
    mutationFn: (keep: boolean) => call(cancelRun, { params: { task_id: run.task_id }, query: { keep: String(keep) } }),
    onSuccess: (stopped) => {
      cache.setQueryData(runKey(run.task_id), stopped);
      void cache.invalidateQueries({ queryKey: ['runs'] });
      onClose();
    },
    onError: (error) => {
      // The run ended first: the page shows how.
      if (!(error instanceof ApiError) || error.code !== 'run.ended') return;
      void cache.invalidateQueries({ queryKey: runKey(run.task_id) });
      onClose();
    },
  });
  return (
    <AskDialog
      title={run.kind === 'lesson' ? t('Stop writing this lesson?') : t('Stop writing this course?')}
      onClose={onClose}
      actions={
        <>
          {ready > 0 && (
            <Button variant="contained" aria-busy={stop.isPending} onClick={() => stop.isPending || stop.mutate(true)}>
              {keepLabel(ready)}
            </Button>
          )}
          <Button
            variant={ready > 0 ? 'outlined' : 'contained'}
            color="error"
            aria-busy={stop.isPending}
            onClick={() => stop.isPending || stop.mutate(false)}
          >
            {t('Stop and discard')}
          </Button>
          <Button color="inherit" onClick={onClose}>
            {t('Continue writing')}
          </Button>
        </>
      }
    >
      {whatHappens(run, ready).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {stop.error && (
        <Typography role="alert" color="error">
          {errorText(stop.error, t('We could not stop writing the course.'))}
        </Typography>
      )}
    </AskDialog>
  );
}

const keepLabel = (ready: number): string => t('Stop and keep {n, plural, one {# lesson} other {# lessons}}', { n: ready });

function whatHappens(run: StatusEnvelope, ready: number): string[] {
  if (run.kind === 'lesson') return [t('The lesson stays as it is. No tokens are charged.')];
  if (ready === 0) return [t('No lesson is completed yet, so there is nothing to keep. No tokens are charged.')];
  return [
    `${t('{n, plural, one {Keep: the completed lesson becomes a course in My Courses.} other {Keep: the # completed lessons become a course in My Courses.}}', { n: ready })} ${restWords(run.items.length - ready)}`,
    keepCostWords(run, ready),
    t('Discard: no course is created, and nothing is charged.'),
  ];
}

function restWords(open: number): string {
  if (open === 0) return t('Practice and checks that are still in progress are left out.');
  return t('{n, plural, one {The other lesson will not be written.} other {The other # lessons will not be written.}}', { n: open });
}
