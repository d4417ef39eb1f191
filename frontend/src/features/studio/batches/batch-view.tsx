import { useState, type ComponentType } from 'react';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { CreatorBatch, CreatorBatchItem } from '#contract/studio/creator-batches.contract.ts';
import { batchActWarning, resumeWords, unitsWord } from '#frontend/lib/batches/batch-words.ts';
import { formatDuration, formatNumber, formatTokens } from '#frontend/lib/format.ts';
import { itemStateWord } from '#frontend/lib/state-words.ts';
import { t } from '#frontend/lib/text.ts';
import { BatchActions } from '#frontend/ui/batches/batch-actions.tsx';
import { BatchLimits } from '#frontend/ui/batches/batch-limits.tsx';
import { BatchFrame, ItemCounts, exclusionWord, Pager } from '#frontend/ui/batches/batch-frame.tsx';
import { DifferencesDialog, type TextDifference } from '#frontend/ui/batches/differences-dialog.tsx';
import { DeskFrame } from '#frontend/ui/frames/desk-frame.tsx';
import { FactStrip } from '#frontend/ui/fact-strip.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { RowTable } from '#frontend/ui/list/row-table.tsx';
import { batchOf, differencesOf, useAct } from './batch-queries.ts';

interface BatchViewProps {
  readonly userId: string;
  readonly batchId: string;
  readonly Diff: ComponentType<TextDifference>;
}

/** One of the creator's batches: its cost, its actions, and its courses. */
export function BatchView({ userId, batchId, Diff }: BatchViewProps) {
  const [page, setPage] = useState(0);
  const [opened, setOpened] = useState<CreatorBatchItem | null>(null);
  const { data, error, refetch } = useQuery(batchOf(userId, batchId, page));
  const { mutate, isPending } = useAct(userId, batchId, data?.batch.most_cost ?? 0);
  return (
    <BatchFrame
      batch={data?.batch}
      error={error}
      onRetry={() => void refetch()}
      Frame={DeskFrame}
      back={
        <LinkButton to="/studio/batches" color="inherit">
          {t('All bulk updates')}
        </LinkButton>
      }
    >
      {() =>
        data && (
          <>
            <Figures batch={data.batch} />
            <BatchLimits
              batch={data.batch}
              isPending={isPending}
              onSet={(limits, done) => mutate({ act: 'set_limits', limits }, { onSuccess: done })}
            />
            <OwnActions userId={userId} batch={data.batch} />
            <Items batch={data.batch} items={data.items} onOpen={setOpened} />
            <Pager page={page} shown={data.items.length} onPage={setPage} />
            {opened && (
              <DifferencesDialog
                item={opened}
                query={differencesOf(userId, batchId, opened.course_id)}
                Diff={Diff}
                isPending={isPending}
                onDecide={(decision, done) => mutate(decision, { onSuccess: done })}
                onClose={() => setOpened(null)}
              />
            )}
          </>
        )
      }
    </BatchFrame>
  );
}

interface ItemsProps {
  readonly batch: CreatorBatch;
  readonly items: readonly CreatorBatchItem[];
  readonly onOpen: (item: CreatorBatchItem) => void;
}

function Items({ batch, items, onOpen }: ItemsProps) {
  return (
    <RowTable
      label={t('Courses')}
      rows={items}
      keyOf={(item) => item.course_id}
      columns={[
        {
          name: t('Course'),
          renderCell: (item) => (
            <bdi>
              <FormulaText text={item.title} dir="rtl" />
            </bdi>
          ),
        },
        { name: t('State'), renderCell: (item) => itemStateWord(item.state) },
        {
          name: t('Result'),
          renderCell: (item) =>
            item.state === 'ready' && (
              <Button size="small" color="inherit" onClick={() => onOpen(item)}>
                {t('Compare')}
              </Button>
            ),
        },
        {
          name: unitsWord(batch.what),
          isFigure: true,
          renderCell: (item) => formatNumber(item.lessons),
        },
        {
          name: t('Similarity'),
          isFigure: true,
          renderCell: (item) => (
            <>
              {item.similarity !== null && `${formatNumber(Math.round(item.similarity * 100))} %`}
              {item.is_clean === false && ` · ${t('has findings')}`}
            </>
          ),
        },
      ]}
    />
  );
}

function Figures({ batch }: { readonly batch: CreatorBatch }) {
  return (
    <>
      <FactStrip
        facts={[
          { name: t('Courses'), figure: formatNumber(batch.total), note: exclusionWord(batch, batch.what) },
          { name: t('Costs at most'), figure: formatTokens(batch.most_cost), note: t('in tokens; you pay only for delivered work') },
          { name: t('Charged'), figure: formatTokens(batch.charged) },
          ...(batch.eta_s === null ? [] : [{ name: t('Time left'), figure: formatDuration(batch.eta_s) }]),
        ]}
      />
      <ItemCounts items={batch.items} />
    </>
  );
}

function OwnActions({ userId, batch }: { readonly userId: string; readonly batch: CreatorBatch }) {
  const { mutate, isPending } = useAct(userId, batch.batch_id, batch.most_cost);
  return (
    <BatchActions
      acts={batch.acts.filter((act) => act !== 'set_limits')}
      isPending={isPending}
      // the refetched batch may be at another stage
      onAct={(act, done) => mutate({ act, ...(act === 'approve' && { only_clean: true }) }, { onSuccess: done })}
      describeLoss={(act) =>
        act === 'start'
          ? t('Work starts now. Each course is charged when it is delivered, at most {n} tokens in total.', {
              n: formatTokens(batch.most_cost),
            })
          : act === 'resume'
            ? resumeWords(batch)
            : batchActWarning(act)
      }
      approval={<p>{t('Results with findings stay: look at each of them and decide.')}</p>}
    />
  );
}
