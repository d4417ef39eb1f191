import { DataGrid, type GridColDef, type GridLocaleText, type useGridApiRef } from '@mui/x-data-grid';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography, { type TypographyProps } from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { isSampleAddress } from '#contract/platform/sample-data.ts';
import type { ConsoleRun, FoundParts, UsualRun } from '#contract/operator/runs-console.contract.ts';
import { formatNumber, formatStamp } from '#frontend/lib/format.ts';
import { runProgressWord } from '#frontend/lib/state-words.ts';
import { t } from '#frontend/lib/text.ts';
import { FONTS } from '#frontend/theme/tokens.ts';
import { Figure } from '#frontend/ui/figure.tsx';
import { CutText } from '#frontend/ui/cut-text.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { Mark, Quiet } from '../parts/console-table.tsx';
import { formatMicro, formatSeconds } from '../parts/figures.ts';
import { PersonMark } from '../parts/person-mark.tsx';
import { ColumnChoice } from '../parts/column-choice.tsx';
import { useHiddenColumns } from '../parts/hidden-columns.ts';
import { failureWord, serviceName, workWord } from '../overview/work-words.ts';
import type { RunSearch } from './run-search.ts';

const SORTED = ['created_at', 'finished_at', 'duration', 'cost'] as const;

const HIDDEN_AT_FIRST = ['services', 'error_code', 'finished_at'];

type Usual = Readonly<Record<string, UsualRun>>;

const columns = (usual: Usual): GridColDef<ConsoleRun>[] => {
  const plain = { sortable: false } as const;
  const figure = { align: 'right', headerAlign: 'right' } as const;
  return [
    // first, so that failures can be seen without reading a line
    { field: 'status', headerName: t('Status'), width: 118, ...plain, renderCell: ({ row }) => <Status run={row} /> },
    {
      field: 'subject',
      headerName: t('Subject'),
      flex: 3,
      minWidth: 200,
      ...plain,
      valueGetter: (_, run) => run.title ?? run.subject,
      renderCell: ({ row }) => <Subject run={row} />,
    },
    { field: 'kind', headerName: t('Kind'), width: 120, ...plain, valueGetter: (_, run) => workWord(run.kind) },
    {
      field: 'error_code',
      headerName: t('Error'),
      width: 170,
      ...plain,
      valueGetter: (_, run) => (run.error_code === null ? '' : failureWord(run.error_code)),
    },
    {
      field: 'person',
      headerName: t('Owner'),
      flex: 1.4,
      minWidth: 170,
      ...plain,
      renderCell: ({ row: { person } }) =>
        person === null ? (
          <Quiet>{t('the installation')}</Quiet>
        ) : (
          <>
            <PersonMark person={person} />
            <bdi title={person.email}>{person.name || person.email}</bdi>
          </>
        ),
    },
    { field: 'services', headerName: t('Asked'), width: 110, ...plain, valueGetter: (_, run) => run.services.map(serviceName).join(', ') },
    { field: 'wait', headerName: t('Wait'), ...figure, width: 76, ...plain, valueGetter: (_, run) => waitOf(run) },
    {
      field: 'duration',
      headerName: t('Duration'),
      ...figure,
      width: 172,
      renderHeader: () => (
        <Stack component="span" direction="row" sx={{ gap: 3.5, alignItems: 'baseline' }}>
          <Quiet variant="caption">
            <UsualMark aria-hidden />
            {t('usual')}
          </Quiet>
          {t('Duration')}
        </Stack>
      ),
      renderCell: ({ row }) => <Took run={row} usual={usual[row.kind]} />,
    },
    { field: 'cost', headerName: t('Cost'), ...figure, width: 84, valueGetter: (_, run) => formatMicro(run.cost_micro_usd) },
    { field: 'created_at', headerName: t('Created'), ...figure, width: 120, valueGetter: (_, run) => formatStamp(run.created_at) },
    {
      field: 'finished_at',
      headerName: t('Ended'),
      ...figure,
      width: 124,
      valueGetter: (_, run) => (run.finished_at ? formatStamp(run.finished_at) : ''),
    },
  ];
};

/** All of a run in one cell, for phones. */
const phoneColumns = (): GridColDef<ConsoleRun>[] => [
  {
    field: 'subject',
    headerName: t('Runs'),
    flex: 1,
    sortable: false,
    renderCell: ({ row }) => {
      const seconds = secondsOf(row);
      const facts = [
        workWord(row.kind),
        row.person === null ? t('the installation') : row.person.name || row.person.email,
        ...(seconds === null ? [] : [formatSeconds(seconds)]),
        ...(row.cost_micro_usd === 0 ? [] : [formatMicro(row.cost_micro_usd)]),
      ];
      return (
        <Stack sx={{ width: '100%', minWidth: 0, gap: 0.25 }}>
          <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1 }}>
            <span>
              <Status run={row} />
            </span>
            <Quiet sx={{ whiteSpace: 'nowrap' }}>{formatStamp(row.created_at)}</Quiet>
          </Stack>
          <Subject run={row} />
          <Quiet>
            <bdi>
              <MetaLine facts={facts} />
            </bdi>
          </Quiet>
        </Stack>
      );
    },
  },
];

const Dot = styled('span')(({ theme }) => ({
  display: 'inline-block',
  width: 8,
  height: 8,
  marginInlineEnd: 8,
  borderRadius: '50%',
  backgroundColor: theme.vars.palette.success.main,
  '&[data-status="failed"]': { backgroundColor: theme.vars.palette.error.main },
  '&[data-status="running"]': { backgroundColor: theme.vars.palette.primary.main },
  '&[data-status="queued"]': { backgroundColor: 'transparent', border: `2px solid ${theme.vars.palette.line.waiting}` },
  '&[data-status="cancelled"]': { height: 2, borderRadius: 0, backgroundColor: theme.vars.palette.line.waiting },
}));

/** Only states that need a person are coloured. */
function Status({ run: { status, progress } }: { readonly run: ConsoleRun }) {
  const word = runProgressWord({ status, progress });
  return (
    <>
      <Dot aria-hidden data-status={status} />
      {status === 'failed' ? <Mark>{word}</Mark> : <Quiet>{word}</Quiet>}
    </>
  );
}

function Subject({ run: { title, subject, error_code: code } }: { readonly run: ConsoleRun }) {
  return (
    <CutText>
      <bdi style={{ fontWeight: 600 }}>
        <FormulaText text={title ?? subject} dir="rtl" />
      </bdi>
      {code !== null && <Quiet> {failureWord(code)}</Quiet>}
    </CutText>
  );
}

const secondsOf = ({ started_at: from, finished_at: until }: ConsoleRun): number | null =>
  from === null ? null : Math.max(0, ((until === null ? Date.now() : Date.parse(until)) - Date.parse(from)) / 1000);

function waitOf({ created_at: from, started_at: until, finished_at: ended }: ConsoleRun): string {
  if (until === null && ended !== null) return '';
  return formatSeconds(Math.max(0, ((until === null ? Date.now() : Date.parse(until)) - Date.parse(from)) / 1000));
}

const Meter = styled('span')(({ theme }) => ({
  position: 'relative',
  display: 'inline-block',
  width: 64,
  height: 6,
  marginInlineEnd: 10,
  borderRadius: 3,
  backgroundColor: theme.vars.palette.background.track,
  '& > i': {
    position: 'absolute',
    insetBlock: 0,
    insetInlineStart: 0,
    borderRadius: 3,
    backgroundColor: theme.vars.palette.primary.main,
    opacity: 0.5,
  },
  '&[data-slow] > i': { backgroundColor: theme.vars.palette.secondary.main, opacity: 1 },
  // marks the usual value
  '&::after': {
    content: '""',
    position: 'absolute',
    insetBlock: -3,
    insetInlineStart: '50%',
    width: 2,
    backgroundColor: theme.vars.palette.text.primary,
  },
}));

/** A mark at the usual value, as on a meter. */
const UsualMark = styled('span')(({ theme }) => ({
  display: 'inline-block',
  width: 2,
  height: 10,
  marginInlineEnd: 6,
  backgroundColor: theme.vars.palette.text.primary,
}));

/** The same factor as in the server's filter of unusual runs. */
const SLOW = 2;

function Took({ run, usual }: { readonly run: ConsoleRun; readonly usual: UsualRun | undefined }) {
  const seconds = secondsOf(run);
  if (seconds === null) return null;
  const share = usual && usual.seconds > 0 ? seconds / usual.seconds : null;
  const isSlow = share !== null && share > SLOW;
  return (
    <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'end', height: '100%' }}>
      {share !== null && (
        <Meter aria-hidden data-slow={isSlow ? '' : undefined} title={t('usually {time}', { time: formatSeconds(usual!.seconds) })}>
          <i style={{ width: `${Math.min(100, 50 * share)}%` }} />
        </Meter>
      )}
      <Figure style={{ minWidth: '9ch', textAlign: 'end' }}>
        {isSlow ? <Slow>{formatSeconds(seconds)}</Slow> : formatSeconds(seconds)}
      </Figure>
      {isSlow && <VisuallyHidden>{t('slow for its kind')}</VisuallyHidden>}
    </Stack>
  );
}

const Slow = (props: TypographyProps) => <Typography component="b" variant="inherit" color="secondary" {...props} />;

/** The number of matching runs, and of the steps or calls that the filter is about, which equals the pressed figure. */
const countWord = (total: number, isMore: boolean): string => (isMore ? t('over {n}', { n: formatNumber(total) }) : formatNumber(total));

function foundWords(total: string, { steps, calls }: FoundParts): string {
  return [
    t('{n} match', { n: total }),
    ...(steps === null ? [] : [t('{n, plural, one {# matching step} other {# matching steps}}', { n: steps })]),
    ...(calls === null
      ? []
      : [t('{n, plural, one {# matching call} other {# matching calls}}', { n: calls.count }), formatMicro(calls.micro_usd)]),
    ...(calls && calls.of_no_run > 0 ? [t('{n, plural, one {# outside a run} other {# outside a run}}', { n: calls.of_no_run })] : []),
  ].join(' · ');
}

interface RunGridProps {
  readonly runs: readonly ConsoleRun[];
  readonly total: number;
  /** There are more; the count was capped. */
  readonly isMore: boolean;
  readonly parts: FoundParts;
  readonly usual: Usual;
  readonly isLoading: boolean;
  readonly search: RunSearch;
  readonly onSearch: (search: RunSearch) => void;
  readonly onOpen: (taskId: string) => void;
  /** Ids of the ticked runs, for an action on all of them. */
  readonly ticked: ReadonlySet<string>;
  readonly onTick: (ticked: ReadonlySet<string>) => void;
  readonly grid: ReturnType<typeof useGridApiRef>;
}

/** Runs as searched, sorted and paged by the server. Enter or a click opens one. */
export function RunGrid({ runs, total, isMore, parts, usual, isLoading, search, onSearch, onOpen, ticked, onTick, grid }: RunGridProps) {
  const [hidden, hide] = useHiddenColumns('runs', HIDDEN_AT_FIRST);
  const isPhone = useMediaQuery(({ breakpoints }) => breakpoints.down('md'), { noSsr: true });
  const all = isPhone ? phoneColumns() : columns(usual);
  const choosable = all.slice(2).map(({ field, headerName = field }) => ({ id: field, name: headerName }));
  return (
    <Card sx={{ display: 'flex', flexDirection: 'column', minWidth: 0 }}>
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', padding: '4px 12px' }}>
        <Quiet variant="body2">
          {foundWords(countWord(total, isMore), parts)}
          {runs.some(({ person }) => person !== null && isSampleAddress(person.email)) && ` · ${t('with sample data')}`}
        </Quiet>
        {!isPhone && <ColumnChoice label={t('Runs')} columns={choosable} hidden={hidden} onHide={hide} />}
      </Stack>
      <DataGrid
        apiRef={grid}
        aria-label={t('Runs')}
        // a long subject takes a second line; the others stay as high as a console row
        getRowHeight={() => 'auto'}
        sx={{
          border: 0,
          fontVariantNumeric: 'lining-nums tabular-nums',
          '& .MuiDataGrid-iconSeparator': { color: 'line.hairline' },
          '& .MuiDataGrid-cell': { minHeight: 38, paddingBlock: '6px', lineHeight: 1.4, display: 'flex', alignItems: 'center' },
          '& .MuiDataGrid-cellCheckbox': { paddingBlock: 0 },
          '& .MuiDataGrid-cellCheckbox .MuiCheckbox-root': { padding: '6px' },
          '& .MuiDataGrid-cell--textRight': { justifyContent: 'end' },
          '& .MuiDataGrid-cell[data-field="wait"], & .MuiDataGrid-cell[data-field="cost"]': { fontFamily: FONTS.reading },
          '& [data-field="subject"]': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
        }}
        rows={[...runs]}
        columns={all}
        columnVisibilityModel={Object.fromEntries(hidden.map((field) => [field, false]))}
        getRowId={(run) => run.task_id}
        rowCount={total}
        loading={isLoading}
        localeText={words(isMore)}
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
        onRowClick={({ row }) => onOpen(row.task_id)}
        onCellKeyDown={({ row }, event) => {
          // on the checkbox the space bar ticks; Enter opens from everywhere
          if (event.key === 'Enter') onOpen(row.task_id);
        }}
      />
    </Card>
  );
}

/** The grid's texts in the language of the interface. */
const words = (isMore: boolean): Partial<GridLocaleText> => ({
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
  paginationRowsPerPage: t('Rows per page'),
  paginationDisplayedRows: ({ from, to, count }) =>
    t('{from} to {to} of {n}', { from: formatNumber(from), to: formatNumber(to), n: countWord(count, isMore) }),
  paginationItemAriaLabel: (type) => (type === 'next' ? t('Next page') : type === 'previous' ? t('Previous page') : t('Page')),
});
