import { useState, type ReactNode } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useGridApiRef } from '@mui/x-data-grid';
import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { SxProps, Theme } from '@mui/material/styles';
import { type RunFilter, RUN_ACTS, type ConsoleRun, type RunAct } from '#contract/operator/runs-console.contract.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { RADIUS } from '#frontend/theme/tokens.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { useConsoleKeys } from '../parts/console-keys.ts';
import { RangeChoice } from '../charts/series-panels.tsx';
import { copyText } from '../parts/copy-id.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { FailureFigures } from './failure-figures.tsx';
import { LeftAlone } from './left-alone.tsx';
import { RunFileButton } from './run-file.tsx';
import { RunFilters } from './run-filters.tsx';
import { RunGrid } from './run-grid.tsx';
import { RunPage } from './run-page.tsx';
import { useActOnRuns, useRunTail, type ActedOn } from './run-queries.ts';
import { RunViews } from './run-views.tsx';
import { isFiltered, readRunSearch, writeRunSearch, type RunSearch } from './run-search.ts';
import { actWord, describeLoss } from './run-words.ts';

/** All users' runs, searched by the server, with one open beside the list. */
export function RunsSection({ id }: { readonly id: string | null }) {
  return <RunsPage id={id} section="runs" title={t('Runs')} />;
}

/** Runs that failed permanently; single runs or all matching ones can be retried. */
export function DeadLettersSection({ id }: { readonly id: string | null }) {
  return (
    <RunsPage id={id} section="dead-letters" title={t('Dead letters')} usual="status=failed&refused=no" figures={<FailureFigures />} />
  );
}

interface RunsPageProps {
  readonly id: string | null;
  readonly section: string;
  readonly title: string;
  /** The initial filter. */
  readonly usual?: string | undefined;
  /** Figures over a time range, which then can be chosen. */
  readonly figures?: ReactNode;
}

function RunsPage({ id, section, title, usual, figures }: RunsPageProps) {
  return id === null ? (
    <RunList section={section} title={title} usual={usual} figures={figures} />
  ) : (
    <RunPage key={id} taskId={id} section={section} list={title} />
  );
}

function RunList({ section, title, usual, figures }: Omit<RunsPageProps, 'id'>) {
  const { find = usual, every } = useSearch({ from: '/app/operator' });
  const navigate = useNavigate();
  const search = readRunSearch(find);
  // on a phone the runs come first
  const isPhone = useMediaQuery(({ breakpoints }) => breakpoints.down('md'), { noSsr: true });
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [isTailing, setTailing] = useState(true);
  const { data, newer, release, error, refetch, isPlaceholderData } = useRunTail(search, !isTailing || ticked.size > 0);
  const show = (next: RunSearch) => void navigate({ to: '.', search: (old) => ({ ...old, find: writeRunSearch(next) }) });
  const filterBy = (filter: RunFilter) => show({ ...search, filter, page: 0 });
  const grid = useGridApiRef();
  const open = (taskId: string) =>
    void navigate({ to: '/operator/$section/$id', params: { section, id: taskId }, search: { find, every } });
  const ids = data?.runs.map((run) => run.task_id) ?? [];
  // a run that has left the list in the meantime must not be acted on unseen
  const chosen = data?.runs.filter((run) => ticked.has(run.task_id)) ?? [];
  useRunKeys({ ids, open, grid });
  return (
    <ConsoleFrame
      title={title}
      actions={
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          {figures && <RangeChoice />}
          <FormControlLabel
            control={<Switch size="small" checked={isTailing} onChange={(_, checked) => setTailing(checked)} />}
            label={t('Live tail')}
            sx={{ marginInline: 0, gap: 0.5 }}
          />
          {data && data.total > 0 && <RunFileButton key={find} search={search} />}
        </Stack>
      }
    >
      {!isPhone && figures}
      {section === 'runs' && <RunViews find={find} />}
      <RunFilters filter={search.filter} runs={data?.runs ?? []} onFilter={filterBy} />
      {error && <ErrorState title={t('The runs could not be loaded')} error={error} onRetry={() => void refetch()} />}
      {data && isFiltered(search) && data.total > 0 && (
        // actions apply to ticked runs, if there are any; an action on many that is under way stays in view
        <BulkBar filter={search.filter} total={data.total} acts={chosen.length > 0 ? [] : data.acts} />
      )}
      <div role="status">
        {newer > 0 && (
          <ActionRow sx={{ backgroundColor: 'background.tint', paddingInline: 2, alignItems: 'center', marginBlock: 0 }}>
            <b>{t('{n, plural, one {# newer run above.} other {# newer runs above.}}', { n: newer })}</b>
            <span>{ticked.size > 0 ? t('The list stops updating while rows are selected.') : t('The live tail is off.')}</span>
            <Button size="small" onClick={release}>
              {t('Show them')}
            </Button>
          </ActionRow>
        )}
      </div>
      {data ? (
        <RunGrid
          runs={data.runs}
          total={data.total}
          isMore={data.is_more}
          parts={data.parts}
          usual={data.usual}
          isLoading={isPlaceholderData}
          search={search}
          onSearch={show}
          onOpen={open}
          ticked={ticked}
          onTick={setTicked}
          grid={grid}
        />
      ) : (
        !error && <LoadingState label={t('Loading the runs')} rows={8} />
      )}
      {isPhone && figures && <Box sx={{ marginBlockStart: 2 }}>{figures}</Box>}
      <TickedBar runs={chosen} onDone={() => setTicked(new Set())} />
    </ConsoleFrame>
  );
}

// over the end of the list: above it, the bar would move the rows away from the pointer that selects them
const OVER_LIST: SxProps<Theme> = (theme) => ({
  position: 'sticky',
  insetBlockEnd: 12,
  zIndex: 2,
  alignItems: 'center',
  padding: '8px 16px',
  borderRadius: `${RADIUS.control}px`,
  backgroundColor: theme.vars.palette.background.paper,
  border: `1px solid ${theme.vars.palette.line.control}`,
  boxShadow: theme.vars.shadows[4],
  // above a phone's bottom bar
  [theme.breakpoints.down('md')]: { insetBlockEnd: 72 },
});

/** Moves the focus to a row; the grid itself does nothing if that row had it last. */
function focusRow(grid: ReturnType<typeof useGridApiRef>['current'], id: string): void {
  grid?.setCellFocus(id, 'subject');
  grid?.getCellElement(id, 'subject')?.focus();
}

interface RunKeys {
  readonly ids: readonly string[];
  readonly open: (taskId: string) => void;
  readonly grid: ReturnType<typeof useGridApiRef>;
}

/** Keys of the list: J and K move, X ticks, A opens the run with its actions. */
function useRunKeys({ ids, open, grid }: RunKeys): void {
  const focused = () => document.activeElement?.closest<HTMLElement>('[role="row"][data-id]')?.dataset['id'] ?? null;
  const step = (by: 1 | -1) => () => {
    const at = focused();
    const next = ids[at === null ? 0 : ids.indexOf(at) + by];
    if (next === undefined) return false;
    focusRow(grid.current, next);
    return true;
  };
  const select = () => {
    const id = focused();
    if (id === null || !grid.current) return false;
    grid.current.selectRow(id, !grid.current.isRowSelected(id));
    return true;
  };
  const act = () => {
    const id = focused();
    if (id === null) return false;
    open(id);
    return true;
  };
  useConsoleKeys({ j: step(1), k: step(-1), x: select, a: act }, true);
}

interface TickedBarProps {
  readonly runs: readonly ConsoleRun[];
  readonly onDone: () => void;
}

/** Actions on the ticked runs. Each run is requested and audited separately; runs that do not allow the action are skipped and listed. */
export function TickedBar({ runs, onDone }: TickedBarProps) {
  const [asked, setAsked] = useState<RunAct | null>(null);
  // keeps the names, because a run may have left the list by then
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
        <ActionRow role="group" aria-label={t('Selected runs')} sx={OVER_LIST}>
          <span role="status">{t('{n} selected', { n: formatNumber(ids.length) })}</span>
          {RUN_ACTS.map((act) => (
            <Button
              key={act}
              size="small"
              variant="outlined"
              color="inherit"
              aria-busy={isPending}
              {...(act === 'retry' && { 'aria-keyshortcuts': 'r' })}
              onClick={() => isPending || begin(act)}
            >
              {actWord(act)}
            </Button>
          ))}
          <Button size="small" color="inherit" onClick={() => void copyText(ids.join('\n'))}>
            {t('Copy numbers')}
          </Button>
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
          {t('{done} of {total} done, {refused} unchanged', {
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
