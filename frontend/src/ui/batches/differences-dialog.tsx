import type { ComponentType } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import type { BatchItem, batchItemDifferences } from '#contract/operator/batches.contract.ts';
import type * as z from 'zod/mini';
import { formatNumber } from '#frontend/lib/format.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { t } from '#frontend/lib/text.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { ActionRow } from '../action-row.tsx';
import { AskDialog } from '../dialogs/ask-dialog.tsx';
import { ErrorState } from '../states/error-state.tsx';
import { LoadingState } from '../states/loading-state.tsx';

type Item = Pick<BatchItem, 'course_id' | 'title' | 'reason' | 'state'>;
type LessonDifferences = z.infer<typeof batchItemDifferences>;

/** Two versions of a lesson's text. */
export interface TextDifference {
  /** Null when the course no longer has the lesson. */
  readonly before: string | null;
  readonly after: string;
  /** `after` is live now, and `before` was live. */
  readonly isLive: boolean;
}

interface DifferencesProps<Key extends QueryKey> {
  /** Reads the differences. */
  readonly query: UseQueryOptions<LessonDifferences, Error, LessonDifferences, Key>;
  /** Shows two texts side by side with their differences. */
  readonly Diff: ComponentType<TextDifference>;
}

interface DecisionProps {
  readonly item: Item;
  readonly isPending: boolean;
  /** @param done to be called after success */
  readonly onDecide: (decision: Decision, done: () => void) => void;
}

interface Decision {
  readonly act: 'approve' | 'discard';
  readonly course_ids: string[];
  /** Also replaces lessons that were edited since. */
  readonly overwrite?: true;
}

const isReady = ({ state }: Item): boolean => state === 'ready';
const isEdited = ({ reason }: Item): boolean => reason === 'course.version_conflict';

/** The proposed lessons of one course beside the live ones. */
function Differences<Key extends QueryKey>({ item, query, Diff }: DifferencesProps<Key> & { readonly item: Item }) {
  const { data, error, refetch } = useQuery(query);
  if (!data) {
    return error ? (
      <ErrorState title={t('The differences could not be loaded')} error={error} onRetry={() => void refetch()} />
    ) : (
      <LoadingState label={t('Loading the differences')} rows={4} />
    );
  }
  return (
    <>
      {isReady(item) && isEdited(item) && (
        <p>{t('A live lesson has been edited since this was written. Approving this replaces those edits with the new text.')}</p>
      )}
      {data.lessons.length === 0 && <p>{t('The previous texts are no longer stored.')}</p>}
      {data.lessons.map((lesson) => (
        <Box component="section" key={lesson.lesson_id} aria-label={formulaWords(lesson.title, undefined)} sx={{ marginBlockEnd: 3 }}>
          <Typography variant="h3" dir="auto">
            <FormulaText text={lesson.title} dir="rtl" />
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {t('{n}% similar', { n: formatNumber(Math.round(lesson.similarity * 100)) })}
            {lesson.notes.length > 0 && <span lang="en"> · {lesson.notes.join(', ')}</span>}
          </Typography>
          <Diff before={lesson.live} after={lesson.proposed} isLive={!isReady(item)} />
        </Box>
      ))}
    </>
  );
}

interface DecisionsProps extends DecisionProps {
  readonly onDone: () => void;
  /** A view has one filled button; within a page that is the page's own. */
  readonly isWithin?: boolean;
}

function Decisions({ item, isPending, onDecide, onDone, isWithin = false }: DecisionsProps) {
  const decide = (act: Decision['act']) =>
    onDecide({ act, course_ids: [item.course_id], ...(act === 'approve' && isEdited(item) && { overwrite: true }) }, onDone);
  return (
    <>
      <Button variant={isWithin ? 'outlined' : 'contained'} aria-busy={isPending} onClick={() => decide('approve')}>
        {isEdited(item) ? t('Approve and replace the edits') : t('Approve this course')}
      </Button>
      <Button color="error" variant="outlined" aria-busy={isPending} onClick={() => decide('discard')}>
        {t('Discard this course')}
      </Button>
    </>
  );
}

/** The proposed changes to one course within a page, and the decision about them. */
export function DifferencesInPlace<Key extends QueryKey>(props: DifferencesProps<Key> & DecisionProps) {
  return (
    <>
      <Differences {...props} />
      <ActionRow>
        <Decisions {...props} isWithin onDone={() => undefined} />
      </ActionRow>
    </>
  );
}

/** The same in a dialog, for one of many courses. */
export function DifferencesDialog<Key extends QueryKey>({
  onClose,
  ...props
}: DifferencesProps<Key> & DecisionProps & { readonly onClose: () => void }) {
  return (
    <AskDialog
      isWide
      title={props.item.title}
      onClose={onClose}
      actions={
        <>
          {isReady(props.item) && <Decisions {...props} onDone={onClose} />}
          <Button color="inherit" onClick={onClose}>
            {t('Close')}
          </Button>
        </>
      }
    >
      <Differences {...props} />
    </AskDialog>
  );
}
