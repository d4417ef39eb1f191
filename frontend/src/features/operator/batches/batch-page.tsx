import { useState, type ComponentType } from 'react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { ITEM_STATES, type Batch, type BatchAct, type BatchItem, type ItemState } from '#contract/operator/batches.contract.ts';
import { batchActWarning, rampWords, resumeWords, unitsWord } from '#frontend/lib/batches/batch-words.ts';
import { formatDuration, formatNumber, formatPercent } from '#frontend/lib/format.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { itemStateWord } from '#frontend/lib/state-words.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { BatchActions } from '#frontend/ui/batches/batch-actions.tsx';
import { BatchLimits } from '#frontend/ui/batches/batch-limits.tsx';
import { BatchFrame, ItemCounts, Pager } from '#frontend/ui/batches/batch-frame.tsx';
import { DifferencesDialog, DifferencesInPlace, type TextDifference } from '#frontend/ui/batches/differences-dialog.tsx';
import { FactStrip } from '#frontend/ui/fact-strip.tsx';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { MessageLine } from '#frontend/ui/fields/form-message.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { Fold } from '#frontend/ui/fold.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { ConsoleTable, Quiet, type Column } from '../parts/console-table.tsx';
import { formatMicro, NO_VALUE } from '../parts/figures.ts';
import { AtVendorsSection } from './at-vendors.tsx';
import { estimateFacts, overBudgetWords } from './estimate-words.ts';
import { batchItem, oneBatch, useActOnBatch } from './batch-queries.ts';

interface BatchPageProps {
  readonly batchId: string;
  /** Shows the proposed changes to a lesson. */
  readonly Diff: ComponentType<TextDifference>;
}

/** One batch: its budget and spending, its actions, and its courses. */
export function BatchPage({ batchId, Diff }: BatchPageProps) {
  const [state, setState] = useState<ItemState | undefined>();
  const [page, setPage] = useState(0);
  const [opened, setOpened] = useState<BatchItem | null>(null);
  const { data, error, refetch } = useQuery(oneBatch(batchId, state, page));
  const { mutate, isPending } = useActOnBatch(batchId);
  return (
    <BatchFrame
      batch={data?.batch}
      error={error}
      onRetry={() => void refetch()}
      back={
        <LinkButton to="/operator/$section" params={{ section: 'batches' }} color="inherit">
          {t('All batches')}
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
            <Changed batch={data.batch} />
            <OperatorActions batch={data.batch} />
            {data.batch.state === 'review' && <Trial batchId={batchId} Diff={Diff} />}
            {data.at_vendors && <AtVendorsSection at={data.at_vendors} />}
            <ConsoleTable
              label={t('Courses')}
              columns={itemColumns(data.batch.what, setOpened)}
              rows={data.items}
              keyOf={(item) => item.course_id}
              keep="batch-courses"
              aside={
                <Box sx={{ width: 220, marginInlineStart: 'auto', textAlign: 'start' }}>
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
                        // the selected state stays selected when its last course leaves it, because the list is still filtered by it
                        (data.batch.items[one] ?? 0) > 0 || one === state
                          ? [{ value: one, label: `${itemStateWord(one)} (${formatNumber(data.batch.items[one] ?? 0)})` }]
                          : [],
                      ),
                    ]}
                  />
                </Box>
              }
            />
            <Pager page={page} shown={data.items.length} onPage={setPage} />
            {opened && (
              <DifferencesDialog
                item={opened}
                query={batchItem(batchId, opened.course_id)}
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

/**
 * The part of a batch that is live, its cost, and the button to revert it: a single press, because another batch could write everything
 * again.
 */
function Changed({ batch }: { readonly batch: Batch }) {
  const { mutate, isPending } = useActOnBatch(batch.batch_id);
  const { live, what, spent_micro_usd: spent } = batch;
  if (!batch.acts.includes('rollback')) return null;
  return (
    <Alert
      severity={batch.state === 'done' ? 'success' : 'info'}
      role="group"
      aria-label={t('Changes')}
      sx={{ marginBlock: 2 }}
      action={
        <Button color="inherit" aria-busy={isPending} onClick={() => isPending || mutate({ act: 'rollback' })}>
          {t('Undo')}
        </Button>
      }
    >
      <strong>
        {t('{n, plural, one {# course has changed} other {# courses have changed}}', { n: live.courses })}, {unitsWord(what)}:{' '}
        {formatNumber(live.units)}, {formatMicro(spent)}.
      </strong>{' '}
      {batchActWarning('rollback')}
    </Alert>
  );
}

/** The results of the trial, to be reviewed before the rest begins. */
function Trial({ batchId, Diff }: BatchPageProps) {
  const { data } = useQuery(oneBatch(batchId, 'ready', 0));
  if (!data || data.items.length === 0) return null;
  return (
    <RuledSection title={t('Trial results')}>
      {data.items.map((item, place) => (
        <TrialCourse key={item.course_id} batchId={batchId} item={item} Diff={Diff} isFirst={place === 0} />
      ))}
    </RuledSection>
  );
}

function TrialCourse({ batchId, item, Diff, isFirst }: BatchPageProps & { readonly item: BatchItem; readonly isFirst: boolean }) {
  const [isOpen, setOpen] = useState(isFirst);
  const { mutate, isPending } = useActOnBatch(batchId);
  const { title, owner_email: email, similarity } = item;
  return (
    <Fold
      title={title}
      line={[email, ...(similarity === null ? [] : [t('{n}% similar', { n: percentOf(similarity) })])].join(' · ')}
      isOpenFirst={isFirst}
      onToggle={setOpen}
    >
      {isOpen && (
        <DifferencesInPlace
          item={item}
          query={batchItem(batchId, item.course_id)}
          Diff={Diff}
          isPending={isPending}
          onDecide={(decision, done) => mutate(decision, { onSuccess: done })}
        />
      )}
    </Fold>
  );
}

const percentOf = (share: number): string => formatNumber(Math.round(share * 100));

function Figures({ batch }: { readonly batch: Batch }) {
  const { estimate } = batch;
  const hasEnded = batch.state === 'done' || batch.state === 'cancelled';
  return (
    <>
      <FactStrip
        facts={[
          ...estimateFacts(estimate, batch.what),
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
            note: t('{n} of them output', { n: formatNumber(estimate.tokens_out) }),
          },
          ...(hasEnded
            ? []
            : [
                {
                  name: t('Time left'),
                  figure:
                    batch.eta_s === null
                      ? batch.started_at === null
                        ? formatDuration(estimate.finish_s)
                        : NO_VALUE
                      : formatDuration(batch.eta_s),
                },
              ]),
        ]}
      />
      <ItemCounts items={batch.items} />
      {!hasEnded && <Quiet sx={{ display: 'block', marginBlock: 1 }}>{rampWords(batch)}</Quiet>}
      {batch.instruction !== '' && (
        <Quiet>
          {t('Instruction:')}{' '}
          <bdi>
            <FormulaText text={batch.instruction} dir="rtl" />
          </bdi>
        </Quiet>
      )}
    </>
  );
}

function OperatorActions({ batch }: { readonly batch: Batch }) {
  const { mutate, isPending } = useActOnBatch(batch.batch_id);
  const [onlyClean, setOnlyClean] = useState(true);
  const [least, setLeast] = useState('');
  if (batch.over_budget) return <RaiseBudget batch={batch} />;
  return (
    <BatchActions
      // reverting is beside the changes, and the limits are beside the results that they judge
      acts={(batch.acts as readonly BatchAct[]).filter((act) => act !== 'rollback' && act !== 'set_limits')}
      isPending={isPending}
      describeLoss={(act) => (act === 'resume' ? resumeWords(batch) : batchActWarning(act))}
      onAct={(act, done) =>
        mutate(
          {
            act,
            ...(act === 'approve' && { only_clean: onlyClean, ...(least !== '' && { least_similarity: Number(least) / 100 }) }),
          },
          { onSuccess: done },
        )
      }
      approval={
        <>
          <CheckField
            label={t('Only checked results without findings')}
            checked={onlyClean}
            onChange={({ target }) => setOnlyClean(target.checked)}
          />
          <TextField
            label={t('Minimum similarity to the live text, in percent')}
            type="number"
            min="0"
            max="100"
            value={least}
            onChange={({ target }) => setLeast(target.value)}
          />
        </>
      }
    />
  );
}

const MICRO_USD_PER_CENT = 10_000;

/** For a planned batch whose budget does not cover it: starts it with a higher budget, or cancels it. */
function RaiseBudget({ batch }: { readonly batch: Batch }) {
  const { mutate, isPending } = useActOnBatch(batch.batch_id);
  const { expected } = batch.estimate.micro_usd;
  const [dollars, setDollars] = useState(String(Math.ceil(expected / MICRO_USD_PER_CENT) / 100));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ act: 'start', budget_cents: Math.round(Number(dollars) * 100) });
      }}
    >
      <MessageLine kind="error" text={overBudgetWords(expected, batch.budget_micro_usd)} />
      <ActionRow>
        <TextField
          label={t('Budget in US dollars')}
          type="number"
          min="0.01"
          step="0.01"
          required
          value={dollars}
          onChange={({ target }) => setDollars(target.value)}
        />
        <Button type="submit" variant="contained" aria-busy={isPending}>
          {t('Start with this budget')}
        </Button>
        <Button color="inherit" aria-busy={isPending} onClick={() => mutate({ act: 'cancel' })}>
          {t('Cancel the rest')}
        </Button>
      </ActionRow>
    </form>
  );
}

const itemColumns = (what: Batch['what'], onOpen: (item: BatchItem) => void): Column<BatchItem>[] => [
  { id: 'course', name: t('Course'), cell: ({ title }) => <span dir="auto">{title}</span> },
  { id: 'owner', name: t('Owner'), cell: (item) => item.owner_email },
  {
    id: 'state',
    name: t('State'),
    cell: ({ state, reason }) => (
      <>
        {itemStateWord(state)} {reason !== null && <Quiet lang="en">{reason}</Quiet>}
      </>
    ),
  },
  {
    id: 'lessons',
    name: unitsWord(what),
    isFigure: true,
    cell: ({ lessons }) => formatNumber(lessons),
  },
  {
    id: 'likeness',
    name: t('Similarity'),
    isFigure: true,
    cell: (item) =>
      [
        ...(item.similarity === null ? [] : [formatPercent(Math.round(item.similarity * 100) / 100)]),
        ...(item.is_clean === false ? [t('has findings')] : []),
      ].join(' · ') || NO_VALUE,
  },
  { id: 'cost', name: t('Cost'), isFigure: true, cell: (item) => formatMicro(item.cost_micro_usd) },
  {
    id: 'result',
    name: t('Result'),
    isAct: true,
    cell: (item) =>
      (item.state === 'ready' || (item.state === 'approved' && item.published_version !== null)) && (
        <Button size="small" color="inherit" onClick={() => onOpen(item)}>
          {item.state === 'ready' ? t('Compare') : t('What changed')}
          <VisuallyHidden dir="auto"> {formulaWords(item.title, undefined)}</VisuallyHidden>
        </Button>
      ),
  },
];
