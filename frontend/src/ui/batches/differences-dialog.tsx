import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import type { BatchItem, batchItemDifferences } from '#contract/operator/batches.contract.ts';
import type * as z from 'zod/mini';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { AskDialog } from '../dialogs/ask-dialog.tsx';
import { ErrorState } from '../states/error-state.tsx';
import { LoadingState } from '../states/loading-state.tsx';
import { TextBlock } from '../text-block.tsx';

const Title = styled('h3')({ margin: '20px 0 0', fontSize: '1.0625rem', '& + p': { marginBlock: 4 } });
const Caption = styled('b')({ display: 'block', fontSize: '0.875rem', marginBlockEnd: 4 });
const Beside = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  marginBlock: 8,
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
}));

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
            <Title dir="auto">{lesson.title}</Title>
            <p>
              {t('{n}% alike', { n: formatNumber(Math.round(lesson.similarity * 100)) })}
              {lesson.notes.length > 0 && <span lang="en"> · {lesson.notes.join(', ')}</span>}
            </p>
            <Beside>
              <div>
                <Caption>{t('Live now')}</Caption>
                <TextBlock isProse label={t('Live now')} value={lesson.live ?? ''} />
              </div>
              <div>
                <Caption>{t('Proposed')}</Caption>
                <TextBlock isProse label={t('Proposed')} value={lesson.proposed} />
              </div>
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
