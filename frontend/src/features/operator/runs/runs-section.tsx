import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import Box from '@mui/material/Box';
import { useGridApiRef } from '@mui/x-data-grid';
import { useQuery } from '@tanstack/react-query';
import { t } from '#frontend/lib/text.ts';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { useConsoleKeys } from '../parts/console-keys.ts';
import { BulkBar } from './bulk-bar.tsx';
import { FigureChip } from './figure-chip.tsx';
import { RunFilters } from './run-filters.tsx';
import { RunGrid } from './run-grid.tsx';
import { RunPanel } from './run-panel.tsx';
import { runList } from './run-queries.ts';
import { TickedBar } from './ticked-bar.tsx';
import { isFiltered, readRunSearch, writeRunSearch, type RunSearch } from './run-search.ts';

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
