import { useState } from 'react';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { ITEM_STATES, type Batch, type BatchAct, type BatchItem, type ItemState } from '#contract/operator/batches.contract.ts';
import { formatDuration, formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ColumnHeads } from '#frontend/ui/data-table.tsx';
import { AskDialog } from '#frontend/ui/dialogs/ask-dialog.tsx';
import { FactStrip } from '#frontend/ui/fact-strip.tsx';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { Page } from '#frontend/ui/page.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { Acts, ConsoleTable, Quiet } from '../parts/console-table.tsx';
import { formatMicro, NOTHING } from '../parts/figures.ts';
import { BatchDifferences } from './batch-differences.tsx';
import { oneBatch, useActOnBatch } from './batch-queries.ts';
import { batchActWord, batchLoss, batchStateWord, intoWord, itemWord, whatWord } from '#frontend/lib/batches/batch-words.ts';

const PAGE = 50;

/** One batch: its budget and spending, its actions, and its courses. */
export function BatchPage({ batchId }: { readonly batchId: string }) {
  const [state, setState] = useState<ItemState | undefined>();
  const [page, setPage] = useState(0);
  const [opened, setOpened] = useState<BatchItem | null>(null);
  const { data, error, refetch } = useQuery(oneBatch(batchId, state, page));
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
        <LinkButton to="/operator/$section" params={{ section: 'batches' }} color="inherit">
          {t('All batches')}
        </LinkButton>
      }
    >
      <Figures batch={batch} />
      <BatchActs batch={batch} />
      <RuledSection
        title={t('Courses')}
        aside={
          <SelectField
            label={t('State')}
            value={state ?? ''}
            onChange={({ target }) => {
              setState(ITEM_STATES.find((one) => one === target.value));
              setPage(0);
            }}
            options={[
              { value: '', label: t('Any') },
              ...ITEM_STATES.flatMap((one) =>
                (batch.items[one] ?? 0) > 0 ? [{ value: one, label: `${itemWord(one)} (${formatNumber(batch.items[one] ?? 0)})` }] : [],
              ),
            ]}
          />
        }
      >
        <ItemTable items={items} onOpen={setOpened} />
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
      </RuledSection>
      {opened && <BatchDifferences batch={batch} item={opened} onClose={() => setOpened(null)} />}
    </Page>
  );
}

function Figures({ batch }: { readonly batch: Batch }) {
  const { estimate } = batch;
  const money = estimate.micro_usd;
  return (
    <>
      <FactStrip
        isCompact
        facts={[
          {
            name: t('Courses'),
            figure: formatNumber(batch.total),
            note: t('{n} lessons; left out: {pinned} pinned, {edited} edited', {
              n: formatNumber(estimate.lessons),
              pinned: formatNumber(estimate.pinned),
              edited: formatNumber(estimate.edited),
            }),
          },
          {
            name: t('Expected cost'),
            figure: formatMicro(money.expected),
            note: `${t('{low} to {worst}', { low: formatMicro(money.low), worst: formatMicro(money.worst) })}${
              estimate.basis === 'presumed' ? ` · ${t('presumed: too few lessons tell')}` : ''
            }`,
          },
          {
            name: t('Spent'),
            figure: formatMicro(batch.spent_micro_usd),
            note: t('{reserved} reserved, of {budget}', {
              reserved: formatMicro(batch.reserved_micro_usd),
              budget: formatMicro(batch.budget_micro_usd),
            }),
          },
          {
            name: t('Tokens'),
            figure: formatNumber(estimate.tokens_in + estimate.tokens_out),
            note: t('{n} of them out', { n: formatNumber(estimate.tokens_out) }),
          },
          {
            name: t('Time left'),
            figure:
              batch.eta_s === null
                ? batch.started_at === null
                  ? formatDuration(estimate.finish_s)
                  : NOTHING
                : formatDuration(batch.eta_s),
          },
        ]}
      />
      <p role="status">
        {ITEM_STATES.flatMap((state) =>
          (batch.items[state] ?? 0) > 0 ? [`${formatNumber(batch.items[state] ?? 0)} ${itemWord(state)}`] : [],
        ).join(' · ')}
      </p>
      {batch.instruction !== '' && <Quiet dir="auto">{batch.instruction}</Quiet>}
    </>
  );
}

function BatchActs({ batch }: { readonly batch: Batch }) {
  const { mutate, isPending } = useActOnBatch(batch.batch_id);
  const [asked, setAsked] = useState<BatchAct | null>(null);
  const [onlyClean, setOnlyClean] = useState(true);
  const [least, setLeast] = useState('');
  const acts = batch.acts as readonly BatchAct[];
  const press = (act: BatchAct) => (batchLoss(act) === null ? mutate({ act }) : setAsked(act));
  const confirm = (act: BatchAct) =>
    mutate(
      {
        act,
        ...(act === 'approve' && { only_clean: onlyClean, ...(least !== '' && { least_similarity: Number(least) / 100 }) }),
      },
      { onSuccess: () => setAsked(null) },
    );
  return (
    <>
      <Acts role="group" aria-label={t('Acts')}>
        {acts.map((act) => (
          <Button
            key={act}
            variant={act === 'start' || act === 'continue' || act === 'approve' ? 'contained' : 'outlined'}
            color={act === 'start' || act === 'continue' || act === 'approve' ? 'primary' : 'inherit'}
            aria-busy={isPending}
            onClick={() => press(act)}
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
              <Button
                variant="contained"
                color={asked === 'cancel' || asked === 'discard' || asked === 'rollback' ? 'error' : 'primary'}
                aria-busy={isPending}
                onClick={() => confirm(asked)}
              >
                {batchActWord(asked)}
              </Button>
              <Button color="inherit" onClick={() => setAsked(null)}>
                {t('Keep as it is')}
              </Button>
            </>
          }
        >
          <p>{batchLoss(asked)}</p>
          {asked === 'approve' && (
            <>
              <CheckField
                label={t('Only results that were reviewed without a finding')}
                checked={onlyClean}
                onChange={({ target }) => setOnlyClean(target.checked)}
              />
              <TextField
                label={t('Only those at least so like what is live, in percent')}
                type="number"
                min="0"
                max="100"
                value={least}
                onChange={({ target }) => setLeast(target.value)}
              />
            </>
          )}
        </AskDialog>
      )}
    </>
  );
}

function ItemTable({ items, onOpen }: { readonly items: readonly BatchItem[]; readonly onOpen: (item: BatchItem) => void }) {
  return (
    <ConsoleTable label={t('Courses')}>
      <ColumnHeads columns={[t('Course'), t('Owner'), t('State'), t('Result')]} figures={[t('Lessons'), t('Likeness'), t('Cost')]} />
      <tbody>
        {items.map((item) => (
          <tr key={item.course_id}>
            <th scope="row" dir="auto">
              {item.title}
            </th>
            <td>{item.owner_email}</td>
            <td>
              {itemWord(item.state)}
              {item.reason !== null && (
                <>
                  {' '}
                  <Quiet lang="en">{item.reason}</Quiet>
                </>
              )}
            </td>
            <td>
              {item.state === 'ready' ? (
                <Button size="small" color="inherit" onClick={() => onOpen(item)}>
                  {t('Compare')}
                </Button>
              ) : (
                NOTHING
              )}
            </td>
            <td className="figure">{formatNumber(item.lessons)}</td>
            <td className="figure">
              {item.similarity === null ? NOTHING : `${formatNumber(Math.round(item.similarity * 100))} %`}
              {item.is_clean === false && ` · ${t('has findings')}`}
            </td>
            <td className="figure">{formatMicro(item.cost_micro_usd)}</td>
          </tr>
        ))}
      </tbody>
    </ConsoleTable>
  );
}
