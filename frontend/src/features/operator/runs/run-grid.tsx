import { DataGrid, type GridColDef, type GridLocaleText, type useGridApiRef } from '@mui/x-data-grid';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import type { ConsoleRun, FoundParts } from '#contract/operator/runs-console.contract.ts';
import { formatNumber, formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { Quiet } from '../parts/console-table.tsx';
import { formatMicro, formatSeconds, NO_VALUE } from '../parts/figures.ts';
import { ColumnChoice } from '../parts/column-choice.tsx';
import { useHiddenColumns } from '../parts/hidden-columns.ts';
import { workWord } from '../overview/work-words.ts';
import type { RunSearch } from './run-search.ts';
import { statusWord } from './run-words.ts';

const SORTED = ['created_at', 'finished_at', 'duration', 'cost'] as const;

const HIDDEN_AT_FIRST = ['services'];
const BESIDE_A_RUN = ['kind', 'error_code', 'person', 'services', 'created_at', 'finished_at', 'cost'];

const columns = (): GridColDef<ConsoleRun>[] => {
  const plain = { sortable: false } as const;
  return [
    // first, so that failures are seen without reading a line
    {
      field: 'status',
      headerName: t('Status'),
      width: 100,
      ...plain,
      cellClassName: ({ row }) => (row.status === 'failed' ? 'failed' : ''),
      valueGetter: (_, run) => statusWord(run.status),
    },
    { field: 'subject', headerName: t('Subject'), flex: 2, minWidth: 135, ...plain, valueGetter: (_, run) => run.title ?? run.subject },
    { field: 'kind', headerName: t('Kind'), width: 115, ...plain, valueGetter: (_, run) => workWord(run.kind) },
    { field: 'error_code', headerName: t('Error'), width: 130, ...plain, valueGetter: (_, run) => run.error_code ?? NO_VALUE },
    {
      field: 'person',
      headerName: t('Person'),
      flex: 1,
      minWidth: 120,
      ...plain,
      valueGetter: (_, run) => run.person?.email ?? t('the installation'),
    },
    { field: 'services', headerName: t('Asked'), width: 90, ...plain, valueGetter: (_, run) => run.services.join(', ') || NO_VALUE },
    { field: 'created_at', headerName: t('Created'), width: 115, valueGetter: (_, run) => formatWhen(run.created_at) },
    {
      field: 'finished_at',
      headerName: t('Ended'),
      width: 115,
      valueGetter: (_, run) => (run.finished_at ? formatWhen(run.finished_at) : NO_VALUE),
    },
    {
      field: 'duration',
      headerName: t('Took'),
      align: 'right',
      headerAlign: 'right',
      width: 80,
      valueGetter: (_, run) => durationOf(run),
    },
    {
      field: 'cost',
      headerName: t('Cost'),
      align: 'right',
      headerAlign: 'right',
      width: 80,
      valueGetter: (_, run) => formatMicro(run.cost_micro_usd),
    },
  ];
};

function durationOf({ started_at: from, finished_at: until }: ConsoleRun): string {
  if (from === null) return NO_VALUE;
  return formatSeconds(Math.max(0, ((until === null ? Date.now() : Date.parse(until)) - Date.parse(from)) / 1000));
}

/** How many runs match, and how many of the steps or calls that the filter is about: as many as the pressed figure says. */
function foundWords(total: number, { steps, calls }: FoundParts): string {
  return [
    t('{n} match', { n: formatNumber(total) }),
    ...(steps === null ? [] : [t('{n, plural, one {# such step} other {# such steps}}', { n: steps })]),
    ...(calls === null ? [] : [t('{n, plural, one {# such call} other {# such calls}}', { n: calls.count }), formatMicro(calls.micro_usd)]),
    ...(calls && calls.of_no_run > 0
      ? [t('{n, plural, one {# of them belongs to no run} other {# of them belong to no run}}', { n: calls.of_no_run })]
      : []),
  ].join(' · ');
}

interface RunGridProps {
  readonly runs: readonly ConsoleRun[];
  readonly total: number;
  readonly parts: FoundParts;
  readonly isLoading: boolean;
  readonly search: RunSearch;
  readonly onSearch: (search: RunSearch) => void;
  /** The run open in the panel. */
  readonly current: string | null;
  readonly onOpen: (taskId: string) => void;
  /** Ids of the runs that are ticked, for an act on all of them. */
  readonly ticked: ReadonlySet<string>;
  readonly onTick: (ticked: ReadonlySet<string>) => void;
  readonly grid: ReturnType<typeof useGridApiRef>;
}

/** Runs as searched, sorted and paged by the server. Enter or a click opens one. */
export function RunGrid({ runs, total, parts, isLoading, search, onSearch, current, onOpen, ticked, onTick, grid }: RunGridProps) {
  const [hidden, hide] = useHiddenColumns('runs', HIDDEN_AT_FIRST);
  const all = columns();
  // beside an open run only what tells its neighbours apart; the run itself says the rest
  const left = current === null ? hidden : [...hidden, ...BESIDE_A_RUN];
  const choosable = all.slice(2).map(({ field, headerName = field }) => ({ id: field, name: headerName }));
  return (
    <Card sx={{ display: 'flex', flexDirection: 'column', minWidth: 0 }}>
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', padding: '4px 12px' }}>
        <Quiet variant="body2">{foundWords(total, parts)}</Quiet>
        <ColumnChoice label={t('Runs')} columns={choosable} hidden={hidden} onHide={hide} />
      </Stack>
      <DataGrid
        apiRef={grid}
        aria-label={t('Runs')}
        sx={{ border: 0 }}
        rows={[...runs]}
        columns={all}
        columnVisibilityModel={Object.fromEntries(left.map((field) => [field, false]))}
        getRowId={(run) => run.task_id}
        rowCount={total}
        loading={isLoading}
        localeText={words()}
        paginationMode="server"
        sortingMode="server"
        disableColumnFilter
        disableColumnMenu
        pageSizeOptions={[25, 50, 100]}
        paginationModel={{ page: search.page, pageSize: search.size }}
        onPaginationModelChange={({ page, pageSize: size }) => onSearch({ ...search, page, size })}
        sortModel={[{ field: search.sort, sort: search.order }]}
        sortingOrder={['desc', 'asc']}
        onSortModelChange={([sorted]) => {
          const sort = SORTED.find((field) => field === sorted?.field);
          onSearch({ ...search, sort: sort ?? 'created_at', order: sorted?.sort ?? 'desc', page: 0 });
        }}
        checkboxSelection
        disableRowSelectionOnClick
        rowSelectionModel={{ type: 'include', ids: new Set(ticked) }}
        onRowSelectionModelChange={({ type, ids }) =>
          onTick(new Set(runs.flatMap((run) => (ids.has(run.task_id) === (type === 'include') ? [run.task_id] : []))))
        }
        getRowClassName={({ id }) => (id === current ? 'current' : '')}
        onRowClick={({ row }) => onOpen(row.task_id)}
        onCellKeyDown={({ row }, event) => {
          // on its tick, the space bar ticks; Enter opens from everywhere
          if (event.key === 'Enter') onOpen(row.task_id);
        }}
      />
    </Card>
  );
}

/** The grid's texts in the language of the interface. */
const words = (): Partial<GridLocaleText> => ({
  noRowsLabel: t('No run matches.'),
  noResultsOverlayLabel: t('No run matches.'),
  columnHeaderSortIconLabel: t('Sort'),
  footerTotalRows: t('Runs'),
  footerRowSelected: (count) => t('{n} selected', { n: formatNumber(count) }),
  checkboxSelectionHeaderName: t('Selected'),
  checkboxSelectionSelectAllRows: t('Select all'),
  checkboxSelectionUnselectAllRows: t('Select none'),
  checkboxSelectionSelectRow: t('Select the row'),
  checkboxSelectionUnselectRow: t('Deselect the row'),
  paginationRowsPerPage: t('A page has'),
  paginationDisplayedRows: ({ from, to, count }) =>
    t('{from} to {to} of {n}', { from: formatNumber(from), to: formatNumber(to), n: formatNumber(count) }),
  paginationItemAriaLabel: (type) => (type === 'next' ? t('Next page') : type === 'previous' ? t('Previous page') : t('Page')),
});
