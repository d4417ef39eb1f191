import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { BatchItem, batchItemDifferences } from '#contract/operator/batches.contract.ts';
import type * as z from 'zod/mini';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { AskDialog } from '../dialogs/ask-dialog.tsx';
import { ErrorState } from '../states/error-state.tsx';
import { LoadingState } from '../states/loading-state.tsx';

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

interface DifferencesDialogProps {
  readonly item: Pick<BatchItem, 'title' | 'reason'>;
  /** Undefined until it has loaded. */
  readonly data: z.infer<typeof batchItemDifferences> | undefined;
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly isPending: boolean;
  /** @param overwrite also replaces lessons edited since */
  readonly onDecide: (act: 'approve' | 'discard', overwrite: boolean) => void;
  readonly onClose: () => void;
}

/** The proposed text of one course beside the live one, and the decision about this course. */
export function DifferencesDialog({ item, data, error, onRetry, isPending, onDecide, onClose }: DifferencesDialogProps) {
  const isEdited = item.reason === 'course.version_conflict';
  return (
    <AskDialog
      title={item.title}
      onClose={onClose}
      actions={
        <>
          <Button variant="contained" aria-busy={isPending} onClick={() => onDecide('approve', isEdited)}>
            {isEdited ? t('Approve over the edits') : t('Approve this course')}
          </Button>
          <Button color="error" variant="outlined" aria-busy={isPending} onClick={() => onDecide('discard', false)}>
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
        <ErrorState title={t('The differences could not be loaded')} error={error} onRetry={onRetry} />
      ) : (
        <LoadingState label={t('Loading the differences')} rows={4} />
      )}
    </AskDialog>
  );
}
