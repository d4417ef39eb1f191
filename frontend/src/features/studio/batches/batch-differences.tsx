import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import type { CreatorBatchItem } from '#contract/studio/creator-batches.contract.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { AskDialog } from '#frontend/ui/dialogs/ask-dialog.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { differencesOf, useAct } from './batch-queries.ts';

const Beside = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  marginBlock: 8,
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
}));
const Text = styled('pre')(({ theme }) => ({
  maxHeight: '20rem',
  overflow: 'auto',
  margin: 0,
  padding: 12,
  fontSize: '0.8125rem',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  border: `1px solid ${theme.vars.palette.line.hairline}`,
}));

interface BatchDifferencesProps {
  readonly userId: string;
  readonly batchId: string;
  readonly item: CreatorBatchItem;
  readonly onClose: () => void;
}

/** The proposed text of one course beside the live one, and the decision about this course. */
export function BatchDifferences({ userId, batchId, item, onClose }: BatchDifferencesProps) {
  const { data, error, refetch } = useQuery(differencesOf(userId, batchId, item.course_id));
  const { mutate, isPending } = useAct(userId, batchId);
  const isEdited = item.reason === 'course.version_conflict';
  const decide = (act: 'approve' | 'discard') =>
    mutate({ act, course_ids: [item.course_id], ...(act === 'approve' && isEdited && { overwrite: true }) }, { onSuccess: onClose });
  return (
    <AskDialog
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
            <h3 dir="auto">{lesson.title}</h3>
            <p>{t('{n} % alike', { n: formatNumber(Math.round(lesson.similarity * 100)) })}</p>
            <Beside>
              <Text dir="auto" role="region" tabIndex={0} aria-label={t('Live')}>
                {lesson.live ?? ''}
              </Text>
              <Text dir="auto" role="region" tabIndex={0} aria-label={t('Proposed')}>
                {lesson.proposed}
              </Text>
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
