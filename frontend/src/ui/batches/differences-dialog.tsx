import Button from '@mui/material/Button';
import Grid from '@mui/material/Grid';
import Typography from '@mui/material/Typography';
import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import type { BatchItem, batchItemDifferences } from '#contract/operator/batches.contract.ts';
import type * as z from 'zod/mini';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { AskDialog } from '../dialogs/ask-dialog.tsx';
import { ErrorState } from '../states/error-state.tsx';
import { LoadingState } from '../states/loading-state.tsx';
import { TextBlock } from '../text-block.tsx';

type Differences = z.infer<typeof batchItemDifferences>;

interface DifferencesDialogProps<Key extends QueryKey> {
  readonly item: Pick<BatchItem, 'course_id' | 'title' | 'reason'>;
  /** Reads the differences. */
  readonly query: UseQueryOptions<Differences, Error, Differences, Key>;
  readonly isPending: boolean;
  /** @param done to be called after success */
  readonly onDecide: (decision: Decision, done: () => void) => void;
  readonly onClose: () => void;
}

interface Decision {
  readonly act: 'approve' | 'discard';
  readonly course_ids: string[];
  /** Also replaces lessons edited since. */
  readonly overwrite?: true;
}

/** The proposed text of one course beside the live one, and the decision about this course. */
export function DifferencesDialog<Key extends QueryKey>({ item, query, isPending, onDecide, onClose }: DifferencesDialogProps<Key>) {
  const { data, error, refetch } = useQuery(query);
  const isEdited = item.reason === 'course.version_conflict';
  const decide = (act: Decision['act']) =>
    onDecide({ act, course_ids: [item.course_id], ...(act === 'approve' && isEdited && { overwrite: true }) }, onClose);
  return (
    <AskDialog
      isWide
      title={item.title}
      onClose={onClose}
      actions={
        <>
          <Button variant="contained" aria-busy={isPending} onClick={() => decide('approve')}>
            {isEdited ? t('Approve over the edits') : t('Approve this course')}
          </Button>
          <Button color="error" variant="outlined" aria-busy={isPending} onClick={() => decide('discard')}>
            {t('Discard this course')}
          </Button>
          <Button color="inherit" onClick={onClose}>
            {t('Close')}
          </Button>
        </>
      }
    >
      {isEdited && <p>{t('A live lesson was edited since this was written. Approving puts the new text over the edits.')}</p>}
      {data ? (
        data.lessons.map((lesson) => (
          <section key={lesson.lesson_id}>
            <Typography variant="h3" dir="auto" sx={{ marginBlockStart: 2.5 }}>
              {lesson.title}
            </Typography>
            <p>
              {t('{n}% alike', { n: formatNumber(Math.round(lesson.similarity * 100)) })}
              {lesson.notes.length > 0 && <span lang="en"> · {lesson.notes.join(', ')}</span>}
            </p>
            <Grid container spacing={1.5} sx={{ marginBlock: 1 }}>
              {[
                [t('Live now'), lesson.live ?? ''],
                [t('Proposed'), lesson.proposed],
              ].map(([caption = '', text = '']) => (
                <Grid key={caption} size={{ xs: 12, md: 6 }}>
                  <Typography variant="subtitle2">{caption}</Typography>
                  <TextBlock isProse label={caption} value={text} />
                </Grid>
              ))}
            </Grid>
          </section>
        ))
      ) : error ? (
        <ErrorState title={t('The differences could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={t('Loading the differences')} rows={4} />
      )}
    </AskDialog>
  );
}
