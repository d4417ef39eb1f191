import { useState } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { ITEM_STATES, type BatchAct } from '#contract/operator/batches.contract.ts';
import type { CreatorBatch, CreatorBatchItem } from '#contract/studio/creator-batches.contract.ts';
import { batchActWord, batchLoss, batchStateWord, intoWord, itemWord, whatWord } from '#frontend/lib/batches/batch-words.ts';
import { formatDuration, formatNumber, formatTokens } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ColumnHeads } from '#frontend/ui/data-table.tsx';
import { AskDialog } from '#frontend/ui/dialogs/ask-dialog.tsx';
import { FactStrip } from '#frontend/ui/fact-strip.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { Page } from '#frontend/ui/page.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { BatchDifferences } from './batch-differences.tsx';
import { batchOf, useAct } from './batch-queries.ts';
import { Table } from './batches-view.tsx';

const PAGE = 50;
const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: '8px 12px', marginBlock: 16 });

interface BatchViewProps {
  readonly userId: string;
  readonly batchId: string;
}

/** One of the creator's batches: its cost, its actions, and its courses. */
export function BatchView({ userId, batchId }: BatchViewProps) {
  const [page, setPage] = useState(0);
  const [opened, setOpened] = useState<CreatorBatchItem | null>(null);
  const { data, error, refetch } = useQuery(batchOf(userId, batchId, page));
  if (!data) {
    return (
      <Page title={t('Batch')}>
        {error ? (
          <ErrorState title={t('The batch could not be loaded')} error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState label={t('Loading the batch')} rows={6} />
        )}
      </Page>
    );
  }
  const { batch, items } = data;
  return (
    <Page
      title={batch.name}
      language={{ dir: 'auto' }}
      subtitle={[
        whatWord(batch.what),
        ...(batch.into_language === null ? [] : [intoWord(batch.into_language)]),
        batchStateWord(batch),
      ].join(' · ')}
      actions={
        <LinkButton to="/studio/batches" color="inherit">
          {t('All batches')}
        </LinkButton>
      }
    >
      <Figures batch={batch} />
      <BatchActs userId={userId} batch={batch} />
      <Table label={t('Courses')}>
        <ColumnHeads columns={[t('Course'), t('State'), t('Result')]} figures={[t('Lessons'), t('Likeness')]} />
        <tbody>
          {items.map((item) => (
            <tr key={item.course_id}>
              <th scope="row" dir="auto">
                {item.title}
              </th>
              <td>{itemWord(item.state)}</td>
              <td>
                {item.state === 'ready' && (
                  <Button size="small" color="inherit" onClick={() => setOpened(item)}>
                    {t('Compare')}
                  </Button>
                )}
              </td>
              <td className="figure">{formatNumber(item.lessons)}</td>
              <td className="figure">
                {item.similarity !== null && `${formatNumber(Math.round(item.similarity * 100))} %`}
                {item.is_clean === false && ` · ${t('has findings')}`}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      <Acts>
        {page > 0 && (
          <Button color="inherit" onClick={() => setPage(page - 1)}>
            {t('Previous page')}
          </Button>
        )}
        {items.length === PAGE && (
          <Button color="inherit" onClick={() => setPage(page + 1)}>
            {t('Next page')}
          </Button>
        )}
      </Acts>
      {opened && <BatchDifferences userId={userId} batchId={batchId} item={opened} onClose={() => setOpened(null)} />}
    </Page>
  );
}

function Figures({ batch }: { readonly batch: CreatorBatch }) {
  const { items } = batch;
  return (
    <>
      <FactStrip
        isCompact
        facts={[
          {
            name: t('Courses'),
            figure: formatNumber(batch.total),
            note: t('{n} lessons; left out: {pinned} pinned, {edited} edited', {
              n: formatNumber(batch.lessons),
              pinned: formatNumber(batch.pinned),
              edited: formatNumber(batch.edited),
            }),
          },
          { name: t('Costs at most'), figure: formatTokens(batch.most_cost), note: t('in tokens, charged for what is delivered') },
          { name: t('Charged'), figure: formatTokens(batch.charged) },
          ...(batch.eta_s === null ? [] : [{ name: t('Time left'), figure: formatDuration(batch.eta_s) }]),
        ]}
      />
      <p role="status">
        {ITEM_STATES.flatMap((state) => ((items[state] ?? 0) > 0 ? [`${formatNumber(items[state] ?? 0)} ${itemWord(state)}`] : [])).join(
          ' · ',
        )}
      </p>
    </>
  );
}

const isForward = (act: BatchAct): boolean => act === 'start' || act === 'continue' || act === 'approve';

function BatchActs({ userId, batch }: { readonly userId: string; readonly batch: CreatorBatch }) {
  const { mutate, isPending } = useAct(userId, batch.batch_id);
  const [asked, setAsked] = useState<BatchAct | null>(null);
  // the refetched batch may be at another stage
  const send = (act: BatchAct) => mutate({ act, ...(act === 'approve' && { only_clean: true }) }, { onSuccess: () => setAsked(null) });
  const lossOf = (act: BatchAct) =>
    act === 'start'
      ? t('It begins. Each course is charged when it is delivered, {n} tokens at most in all.', { n: formatTokens(batch.most_cost) })
      : batchLoss(act);
  return (
    <>
      <Acts role="group" aria-label={t('Acts')}>
        {batch.acts.map((act) => (
          <Button
            key={act}
            variant={isForward(act) ? 'contained' : 'outlined'}
            color={isForward(act) ? 'primary' : 'inherit'}
            aria-busy={isPending}
            onClick={() => (lossOf(act) === null ? send(act) : setAsked(act))}
          >
            {batchActWord(act)}
          </Button>
        ))}
      </Acts>
      {asked && (
        <AskDialog
          title={batchActWord(asked)}
          onClose={() => setAsked(null)}
          actions={
            <>
              <Button variant="contained" color={isForward(asked) ? 'primary' : 'error'} aria-busy={isPending} onClick={() => send(asked)}>
                {batchActWord(asked)}
              </Button>
              <Button color="inherit" onClick={() => setAsked(null)}>
                {t('Keep as it is')}
              </Button>
            </>
          }
        >
          <p>{lossOf(asked)}</p>
          {asked === 'approve' && <p>{t('Results with findings stay: look at each of them and decide.')}</p>}
        </AskDialog>
      )}
    </>
  );
}
