import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import Box from '@mui/material/Box';
import { useGridApiRef } from '@mui/x-data-grid';
import { useQuery } from '@tanstack/react-query';
import Chip from '@mui/material/Chip';
import Button from '@mui/material/Button';
import { type RunFilter, RUN_ACTS, type ConsoleRun, type RunAct } from '#contract/operator/runs-console.contract.ts';
import { formatClock, formatDate, formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { workWord } from '../overview/work-words.ts';
import { useConsoleKeys } from '../parts/console-keys.ts';
import { BulkBar } from './bulk-bar.tsx';
import { LeftAlone } from './left-alone.tsx';
import { RunFilters } from './run-filters.tsx';
import { RunGrid } from './run-grid.tsx';
import { RunPanel } from './run-panel.tsx';
import { runList, useActOnRuns, type ActedOn } from './run-queries.ts';
import { isFiltered, readRunSearch, writeRunSearch, type RunSearch } from './run-search.ts';
import { actWord, describeLoss } from './run-words.ts';

// the table's most important columns fit beside the run
const DOCK = {
  display: 'grid',
  gap: 3,
  '@media (min-width: 1300px)': { alignItems: 'start', gridTemplateColumns: 'minmax(0, 26rem) minmax(34rem, 1fr)' },
} as const;

/** All users' runs, searched by the server, with one open beside the list. */
export function RunsSection({ id }: { readonly id: string | null }) {
  return <RunsPage id={id} section="runs" title={t('Runs')} />;
}

/** Runs that failed permanently: replay single ones, or all that match. */
export function DeadLettersSection({ id }: { readonly id: string | null }) {
  return <RunsPage id={id} section="dead-letters" title={t('Dead letters')} usual="status=failed" />;
}

interface RunsPageProps {
  readonly id: string | null;
  readonly section: string;
  readonly title: string;
  /** The initial filter. */
  readonly usual?: string;
}

function RunsPage({ id, section, title, usual }: RunsPageProps) {
  const { find = usual, every } = useSearch({ from: '/app/operator' });
  const navigate = useNavigate();
  const search = readRunSearch(find);
  const { data, error, refetch, isPlaceholderData } = useQuery(runList(search));
  const show = (next: RunSearch) => void navigate({ to: '.', search: (old) => ({ ...old, find: writeRunSearch(next) }) });
  const heading = useRef<HTMLHeadingElement>(null);
  const grid = useGridApiRef();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const open = async (taskId: string) => {
    await navigate({ to: '/operator/$section/$id', params: { section, id: taskId }, search: { find, every }, resetScroll: false });
    afterRender(() => heading.current?.focus());
  };
  const close = async () => {
    await navigate({ to: '/operator/$section', params: { section }, search: { find, every }, resetScroll: false });
    afterRender(() => id !== null && ids.includes(id) && focusRow(grid.current, id));
  };
  const ids = data?.runs.map((run) => run.task_id) ?? [];
  // one that has left the list meanwhile is not acted on unseen
  const chosen = data?.runs.filter((run) => ticked.has(run.task_id)) ?? [];
  const isListed = data !== undefined;
  // also of a reloaded address: the run is below the filters, and moves when the list has come
  useEffect(() => {
    if (id !== null) heading.current?.scrollIntoView({ block: 'start' });
  }, [id, isListed]);
  useRunKeys({ ids, current: id, open: (taskId) => void open(taskId), grid });
  return (
    <ConsoleFrame title={title}>
      <RunFilters key={find} filter={search.filter} onFilter={(filter) => show({ ...search, filter, page: 0 })} />
      <FigureChip filter={search.filter} onFilter={(filter) => show({ ...search, filter, page: 0 })} />
      {error && <ErrorState title={t('The runs could not be loaded')} error={error} onRetry={() => void refetch()} />}
      <TickedBar runs={chosen} onDone={() => setTicked(new Set())} />
      {data && isFiltered(search) && data.total > 0 && (
        // with runs ticked, the acts are on those; one on all that is under way stays in view
        <BulkBar filter={search.filter} total={data.total} acts={chosen.length > 0 ? [] : data.acts} />
      )}
      <Box sx={id === null ? undefined : DOCK}>
        {data ? (
          <RunGrid
            runs={data.runs}
            total={data.total}
            parts={data.parts}
            isLoading={isPlaceholderData}
            search={search}
            onSearch={show}
            current={id}
            onOpen={(taskId) => void open(taskId)}
            ticked={ticked}
            onTick={setTicked}
            grid={grid}
          />
        ) : (
          !error && <LoadingState label={t('Loading the runs')} rows={8} />
        )}
        {id !== null && <RunPanel key={id} taskId={id} heading={heading} onClose={() => void close()} />}
      </Box>
    </ConsoleFrame>
  );
}

/** The router moves the focus to the page's heading as it renders a new address: what comes after it must wait until then. */
const afterRender = (work: () => unknown): void => void requestAnimationFrame(() => void work());

/** Moves the focus to a row; the grid itself does nothing when that row had it last. */
function focusRow(grid: ReturnType<typeof useGridApiRef>['current'], id: string): void {
  grid?.setCellFocus(id, 'subject');
  grid?.getCellElement(id, 'subject')?.focus();
}

interface RunKeys {
  readonly ids: readonly string[];
  /** The open run; null: none. */
  readonly current: string | null;
  readonly open: (taskId: string) => void;
  readonly grid: ReturnType<typeof useGridApiRef>;
}

/** J and K open the next run beside the list, or walk the list where none is open; A goes to the actions of the run. */
function useRunKeys({ ids, current, open, grid }: RunKeys): void {
  const focused = () => document.activeElement?.closest<HTMLElement>('[role="row"][data-id]')?.dataset['id'] ?? null;
  const step = (by: 1 | -1) => () => {
    const at = current ?? focused();
    const next = ids[at === null ? 0 : ids.indexOf(at) + by];
    if (next === undefined) return false;
    if (current === null) focusRow(grid.current, next);
    else open(next);
    return true;
  };
  const select = () => {
    const id = focused() ?? current;
    if (id === null || !grid.current) return false;
    grid.current.selectRow(id, !grid.current.isRowSelected(id));
    return true;
  };
  const act = () => {
    const id = current ?? focused();
    if (id === null) return false;
    if (current === null) open(id);
    else document.querySelector<HTMLElement>('[data-run-acts] button')?.focus();
    return true;
  };
  useConsoleKeys({ j: step(1), k: step(-1), x: select, a: act }, true);
}

const PARTS = ['parked', 'step', 'work', 'step_error', 'purpose', 'since', 'until'] as const satisfies readonly (keyof RunFilter)[];

interface FigureChipProps {
  readonly filter: RunFilter;
  readonly onFilter: (filter: RunFilter) => void;
}

/** The part of a filter that a pressed figure has set and no field shows, in words; it is taken away with one press. */
function FigureChip({ filter, onFilter }: FigureChipProps) {
  if (PARTS.every((part) => filter[part] === undefined)) return null;
  const rest = Object.fromEntries(Object.entries(filter).filter(([name]) => !PARTS.some((part) => part === name)));
  return <Chip label={words(filter)} onDelete={() => onFilter(rest)} sx={{ marginBlockEnd: 1.5, maxWidth: '100%' }} />;
}

const STEPS: Readonly<Record<NonNullable<RunFilter['step']>, () => string>> = {
  live: () => t('Steps that wait or are at work'),
  active: () => t('Steps at work'),
  waiting: () => t('Steps waiting'),
  delayed: () => t('Steps due later'),
  ended: () => t('Steps that ended'),
  failed: () => t('Steps that failed for good'),
};

const words = ({ step, work, step_error: error, purpose, parked, since, until }: RunFilter): string =>
  [
    ...(step === undefined ? [] : [STEPS[step]()]),
    ...(work === undefined ? [] : [workWord(work)]),
    ...(error === undefined ? [] : [error]),
    ...(purpose === undefined ? [] : [t('Calls for {purpose}', { purpose })]),
    ...(parked === undefined ? [] : [parked === 'yes' ? t('Parked') : t('Not parked')]),
    ...(since === undefined || until === undefined ? [] : [t('{from} to {until}', { from: momentOf(since), until: momentOf(until) })]),
  ].join(' · ');

const momentOf = (at: string): string => `${formatDate(at)} ${formatClock(at)}`;

interface TickedBarProps {
  readonly runs: readonly ConsoleRun[];
  readonly onDone: () => void;
}

/** Actions on the ticked runs: each is asked for and audited by itself, and what cannot be done is left alone and said. */
export function TickedBar({ runs, onDone }: TickedBarProps) {
  const [asked, setAsked] = useState<RunAct | null>(null);
  // the names too: a run may have left the list by then
  const [outcome, setOutcome] = useState<{ readonly acted: ActedOn; readonly names: ReadonlyMap<string, string> } | null>(null);
  const { mutate, isPending } = useActOnRuns((acted) => {
    setAsked(null);
    setOutcome({ acted, names: new Map(runs.map((run) => [run.task_id, run.title ?? run.subject])) });
    onDone();
  });
  const ids = runs.map((run) => run.task_id);
  const begin = (act: RunAct) => (describeLoss(act) === null ? mutate({ act, ids }) : setAsked(act));
  return (
    <>
      {outcome && <Outcome {...outcome} onClose={() => setOutcome(null)} />}
      {ids.length > 0 && (
        <ActionRow role="group" aria-label={t('Selected runs')}>
          <span role="status">{t('{n} selected', { n: formatNumber(ids.length) })}</span>
          {RUN_ACTS.map((act) => (
            <Button key={act} size="small" variant="outlined" color="inherit" aria-busy={isPending} onClick={() => isPending || begin(act)}>
              {actWord(act)}
            </Button>
          ))}
          <Button size="small" color="inherit" onClick={onDone}>
            {t('Select none')}
          </Button>
        </ActionRow>
      )}
      {asked && (
        <ConfirmDialog
          title={`${actWord(asked)} (${formatNumber(ids.length)})`}
          act={actWord(asked)}
          keep={t('Keep as it is')}
          isPending={isPending}
          onConfirm={() => mutate({ act: asked, ids })}
          onClose={() => setAsked(null)}
        >
          <p>{describeLoss(asked)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface OutcomeProps {
  readonly acted: ActedOn;
  readonly names: ReadonlyMap<string, string>;
  readonly onClose: () => void;
}

function Outcome({ acted: { done, leftAlone }, names, onClose }: OutcomeProps) {
  return (
    <>
      <ActionRow>
        <span role="status">
          {t('{done} of {total} done, {refused} left alone', {
            done: formatNumber(done),
            total: formatNumber(names.size),
            refused: formatNumber(leftAlone.length),
          })}
        </span>
        <Button size="small" color="inherit" onClick={onClose}>
          {t('Close')}
        </Button>
      </ActionRow>
      <LeftAlone runs={leftAlone.map(({ id, reason }) => ({ id, name: names.get(id) ?? id, reason }))} />
    </>
  );
}
