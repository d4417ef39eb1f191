import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import type { Batch, BatchItem } from '#contract/operator/batches.contract.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { AskDialog } from '#frontend/ui/dialogs/ask-dialog.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { Written } from '../parts/written.tsx';
import { batchItem, useActOnBatch } from './batch-queries.ts';

const Beside = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  marginBlock: 8,
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
}));

interface BatchDifferencesProps {
  readonly batch: Batch;
  readonly item: BatchItem;
  readonly onClose: () => void;
}

/** The proposed text of one course beside the live one, and the decision about this course. */
export function BatchDifferences({ batch, item, onClose }: BatchDifferencesProps) {
  const { data, error, refetch } = useQuery(batchItem(batch.batch_id, item.course_id));
  const { mutate, isPending } = useActOnBatch(batch.batch_id);
  const decide = (act: 'approve' | 'discard', overwrite = false) =>
    mutate({ act, course_ids: [item.course_id], ...(overwrite && { overwrite }) }, { onSuccess: onClose });
  const isEdited = item.reason === 'course.version_conflict';
  return (
    <AskDialog
      title={item.title}
      onClose={onClose}
      actions={
        <>
          <Button variant="contained" aria-busy={isPending} onClick={() => decide('approve', isEdited)}>
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
            <h3 dir="auto">{lesson.title}</h3>
            <p>
              {t('{n} % alike', { n: formatNumber(Math.round(lesson.similarity * 100)) })}
              {lesson.notes.length > 0 && <span lang="en"> · {lesson.notes.join(', ')}</span>}
            </p>
            <Beside>
              <Written label={t('Live')} value={lesson.live ?? ''} />
              <Written label={t('Proposed')} value={lesson.proposed} />
            </Beside>
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
