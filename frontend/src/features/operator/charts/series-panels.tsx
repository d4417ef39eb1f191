import { lazy, Suspense, useState } from 'react';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { CHOSEN_RANGES, type ChosenRange, type Series } from '#contract/operator/series.contract.ts';
import { formatStamp } from '#frontend/lib/format.ts';
import { saveFile } from '#frontend/lib/save-file.ts';
import { t } from '#frontend/lib/text.ts';
import { LegendEntry, SERIES_COLOURS } from '#frontend/ui/charts/series-legend.tsx';
import { SERVICE_COLOURS } from '#frontend/ui/charts/service-colours.ts';
import { DownloadIcon, TableRowsIcon } from '#frontend/ui/feature-icons.tsx';
import { Figure } from '#frontend/ui/figure.tsx';
import { BarChartIcon } from '#frontend/ui/icons.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { RunsLink } from '../overview/runs-link.tsx';
import { findOf } from '../overview/work-words.ts';
import { ConsoleTable, type Column } from '../parts/console-table.tsx';
import { chartMarks, csvOf, figureOf, intervalWords, markWords, sheetsOf, ticksOf, timeOf, type Sheet } from './series-sheets.ts';

const SeriesChart = lazy(() => import('#frontend/ui/charts/series-chart.tsx'));

export const rangeWord = (range: ChosenRange): string => ({ '1h': t('1 h'), '24h': t('24 h'), '7d': t('7 d'), '30d': t('30 d') })[range];

/** The range in the URL, for all sections that show one. */
export function useRange(): ChosenRange {
  const { range = '24h' } = useSearch({ strict: false });
  return CHOSEN_RANGES.find((one) => one === range) ?? '24h';
}

/** Chooses the time range of figures, charts and tables. It is stored in the URL. */
export function RangeChoice() {
  const navigate = useNavigate();
  const range = useRange();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={range}
      aria-label={t('Time')}
      onChange={(_event, chosen: ChosenRange | null) =>
        chosen !== null &&
        void navigate({ to: '.', search: (old) => ({ ...old, range: chosen === '24h' ? undefined : chosen }) as never, replace: true })
      }
    >
      {CHOSEN_RANGES.map((one) => (
        <ToggleButton key={one} value={one} sx={{ whiteSpace: 'nowrap', paddingInline: 1.5 }}>
          {rangeWord(one)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

interface SeriesPanelsProps {
  readonly series: Series;
  /** Which charts to show; by default the four of the overview. */
  readonly ids?: readonly Sheet['id'][];
  /** The section's own charts, shown first. */
  readonly own?: readonly Sheet[];
}

/**
 * Charts of a range on one sheet, with a common crosshair. A press opens the runs of an interval; a name in a legend opens those of the
 * range.
 */
export function SeriesPanels({ series, ids, own }: SeriesPanelsProps) {
  const [cursor, setCursor] = useState<number | null>(null);
  const sheets = [...(own ?? []), ...sheetsOf(series).filter(({ id }) => ids?.includes(id) ?? true)];
  return (
    <Card
      component="div"
      sx={[
        SERIES_COLOURS,
        SERVICE_COLOURS,
        ({ vars }) => ({
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 26rem), 1fr))',
          marginBlockEnd: 2,
          // rules between the charts, but not at the edges
          gap: '1px',
          '& > section': { outline: `1px solid ${vars.palette.line.hairline}` },
        }),
      ]}
    >
      {sheets.map((sheet) => (
        <SheetPanel key={sheet.id} sheet={sheet} series={series} cursor={cursor} onCursor={setCursor} />
      ))}
    </Card>
  );
}

interface SheetPanelProps {
  readonly sheet: Sheet;
  readonly series: Series;
  readonly cursor: number | null;
  readonly onCursor: (index: number | null) => void;
}

function SheetPanel({ sheet, series, cursor, onCursor }: SheetPanelProps) {
  const navigate = useNavigate();
  const range = useRange();
  const [isTable, setTable] = useState(false);
  const { id, title, unit, kind, series: entries, format, sum } = sheet;
  const at = cursor !== null && cursor < series.bars.length ? cursor : null;
  const open = (index: number) =>
    void navigate({
      to: '/operator/$section',
      params: { section: 'runs' },
      search: { find: findOf({ ...sheet.runs, ...timeOf(series, index) }) },
    });
  const spoken = (index: number) =>
    [intervalWords(series, index), ...entries.map(({ name, values }) => `${name} ${figureOf(format, values[index])}`)].join(', ');
  return (
    <Box component="section" aria-label={title} sx={{ minWidth: 0, padding: '12px 16px 8px' }}>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'baseline', gap: '0 8px' }}>
        <Typography variant="h3" component="h2">
          {title}
        </Typography>
        <Typography variant="caption" color="textSecondary" sx={{ flexGrow: 1 }}>
          {unit}
        </Typography>
        <Typography variant="caption" color="textSecondary">
          {at === null ? rangeWord(range) : intervalWords(series, at)}
        </Typography>
        <Typography variant="h6" component="span">
          <Figure>{figureOf(format, sum(at))}</Figure>
        </Typography>
      </Stack>
      <Stack
        direction="row"
        useFlexGap
        // on a phone the legend takes the full width
        sx={{ flexWrap: { xs: 'wrap', md: 'nowrap' }, alignItems: 'start', justifyContent: 'end', gap: '0 8px', minHeight: '2.75rem' }}
      >
        <Box
          component="ul"
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            gap: '2px 14px',
            margin: 0,
            padding: 0,
            paddingBlockStart: 0.5,
            flex: { xs: '1 0 100%', md: 1 },
          }}
        >
          {entries.map(({ id: entry, name, colour, values, total, runs }) => (
            <LegendEntry
              key={entry}
              colour={colour}
              name={<RunsLink filter={{ ...runs, ...timeOf(series, null) }}>{name}</RunsLink>}
              figure={figureOf(format, at === null ? total : values[at])}
            />
          ))}
        </Box>
        <span style={{ flex: 'none' }}>
          <Tooltip title={isTable ? t('Chart') : t('Table')}>
            <IconButton size="small" aria-label={`${isTable ? t('Chart') : t('Table')} ${title}`} onClick={() => setTable(!isTable)}>
              {isTable ? <BarChartIcon fontSize="small" aria-hidden /> : <TableRowsIcon fontSize="small" aria-hidden />}
            </IconButton>
          </Tooltip>
          <Tooltip title={t('CSV')}>
            <IconButton size="small" aria-label={`${t('CSV')} ${title}`} onClick={() => saveFile(csvOf(series, sheet), `${id}.csv`)}>
              <DownloadIcon fontSize="small" aria-hidden />
            </IconButton>
          </Tooltip>
        </span>
      </Stack>
      {entries.length === 0 ? (
        <Typography variant="body2" color="textSecondary" sx={{ paddingBlock: 2 }}>
          {t('No activity in this period.')}
        </Typography>
      ) : isTable ? (
        <Box sx={{ maxHeight: '20rem', overflowY: 'auto' }}>
          <ConsoleTable label={title} columns={columnsOf(series, sheet)} rows={rowsOf(series)} keyOf={String} isInner />
        </Box>
      ) : (
        <Suspense fallback={<LoadingState label={t('Loading the charts')} rows={3} />}>
          <SeriesChart
            label={title}
            kind={kind}
            series={entries}
            format={format}
            ticks={ticksOf(series)}
            marks={chartMarks(series)}
            cursor={at}
            spoken={spoken}
            onCursor={onCursor}
            onPress={open}
          />
        </Suspense>
      )}
    </Box>
  );
}

/** The indices of the intervals, newest first. */
const rowsOf = ({ bars }: Series): number[] => bars.map((_, index) => bars.length - 1 - index);

const columnsOf = (series: Series, { series: entries, format, runs }: Sheet): Column<number>[] => [
  {
    id: 'at',
    name: t('Time'),
    isWhole: true,
    cell: (index) => <RunsLink filter={{ ...runs, ...timeOf(series, index) }}>{intervalWords(series, index)}</RunsLink>,
  },
  ...entries.map(({ id, name, values }) => ({ id, name, isFigure: true, cell: (index: number) => figureOf(format, values[index]) })),
];

const MARKS = 6;

/** The newest deploys, pauses, alerts and batches of a range, as marked in its charts. */
export function MarkChips({ series: { marks } }: { readonly series: Series }) {
  if (marks.length === 0) return null;
  return (
    <Box
      component="ul"
      aria-label={t('In the meantime')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, margin: '0 0 12px', padding: 0, listStyle: 'none' }}
    >
      {marks.slice(-MARKS).map((mark) => (
        <li key={`${mark.kind} ${mark.at} ${mark.name}`}>
          <Chip
            component="span"
            size="small"
            variant="outlined"
            color={
              mark.is_over || mark.kind === 'deploy' || mark.kind === 'batch' ? 'default' : mark.kind === 'alert' ? 'error' : 'warning'
            }
            label={t('{what}, {time}', { what: markWords(mark), time: formatStamp(mark.at) })}
          />
        </li>
      ))}
    </Box>
  );
}
