import type { ComponentType, ReactNode } from 'react';
import Button from '@mui/material/Button';
import { BATCH_TRAITS, ITEM_STATES, type Batch, type BatchTask, type ItemState } from '#contract/operator/batches.contract.ts';
import { batchWord, languageOptionName, taskWord, unitsWord } from '#frontend/lib/batches/batch-words.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { itemStateWord } from '#frontend/lib/state-words.ts';
import { t } from '#frontend/lib/text.ts';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import type { FrameProps } from '#frontend/ui/frames/frame-head.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { ErrorState } from '../states/error-state.tsx';
import { LoadingState } from '../states/loading-state.tsx';
import { ActionRow } from '../action-row.tsx';

interface BatchFrameProps {
  /** Undefined until it has loaded. */
  readonly batch: Pick<Batch, 'name' | 'what' | 'into_language' | 'state' | 'paused_for'> | undefined;
  readonly error: Error | null;
  readonly onRetry: () => void;
  /** The link back to the list. */
  readonly back: ReactNode;
  /** The surrounding frame; by default the console's. */
  readonly Frame?: ComponentType<FrameProps>;
  readonly children: () => ReactNode;
}

/** The page of one batch, or its loading and error states. */
export function BatchFrame({ batch, error, onRetry, back, Frame = ConsoleFrame, children }: BatchFrameProps) {
  if (!batch) {
    return (
      <Frame title={t('Batch')}>
        {error ? (
          <ErrorState title={t('The batch could not be loaded')} error={error} onRetry={onRetry} />
        ) : (
          <LoadingState label={t('Loading the batch')} rows={6} />
        )}
      </Frame>
    );
  }
  const into = batch.into_language === null ? [] : [languageOptionName(batch.into_language)];
  return (
    <Frame
      title={batch.name}
      language={{ dir: 'auto' }}
      subtitle={<MetaLine facts={[taskWord(batch.what), ...into, batchWord(batch)]} />}
      actions={back}
    >
      {children()}
    </Frame>
  );
}

/** The number of courses in each state, as text. */
export function ItemCounts({ items }: { readonly items: Partial<Record<ItemState, number>> }) {
  const counts = ITEM_STATES.flatMap((state) =>
    (items[state] ?? 0) > 0 ? [`${itemStateWord(state)} ${formatNumber(items[state] ?? 0)}`] : [],
  );
  return (
    <p role="status">
      <MetaLine facts={counts} />
    </p>
  );
}

/** What a selection left out, for the note below its count. */
export const exclusionWord = ({ lessons, pinned, edited }: { lessons: number; pinned: number; edited: number }, what?: BatchTask): string =>
  what !== undefined && !BATCH_TRAITS[what].ofLessons
    ? `${unitsWord(what)}: ${formatNumber(lessons)}`
    : t('{n, plural, one {# lesson} other {# lessons}}; left out: {pinned} pinned, {edited} edited', {
        n: lessons,
        pinned: formatNumber(pinned),
        edited: formatNumber(edited),
      });

const PAGE = 50;

interface PagerProps {
  readonly page: number;
  /** Number of courses on this page. */
  readonly shown: number;
  readonly onPage: (page: number) => void;
}

/** Pages through the courses of a batch, fifty at a time. */
export function Pager({ page, shown, onPage }: PagerProps) {
  if (page === 0 && shown < PAGE) return null;
  return (
    <ActionRow>
      {page > 0 && (
        <Button color="inherit" onClick={() => onPage(page - 1)}>
          {t('Previous page')}
        </Button>
      )}
      {shown === PAGE && (
        <Button color="inherit" onClick={() => onPage(page + 1)}>
          {t('Next page')}
        </Button>
      )}
    </ActionRow>
  );
}
