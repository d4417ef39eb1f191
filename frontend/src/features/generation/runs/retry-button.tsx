import Button from '@mui/material/Button';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { useRetryRun } from '#frontend/features/generation/run/use-retry-run.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';

interface RetryButtonProps {
  readonly taskId: string;
  /** Distinguishes the buttons of a list for screen reader users. */
  readonly title: string;
}

/** Runs a failed run again from its row in a list. */
export function RetryButton({ taskId, title }: RetryButtonProps) {
  const { mutate, isPending } = useRetryRun(taskId, {
    acceptedPrice: 0,
    onError: (error) => toast('error', errorText(error, t('The retry failed.'))),
  });
  return (
    <Button size="small" aria-busy={isPending} onClick={() => mutate()}>
      {t('Try again')}
      <VisuallyHidden> {formulaWords(title, undefined)}</VisuallyHidden>
    </Button>
  );
}
