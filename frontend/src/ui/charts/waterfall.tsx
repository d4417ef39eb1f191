import { useEffect, useState, type CSSProperties } from 'react';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { formatLogTime, formatSpan } from '#frontend/lib/format.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { SERVICE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import { Figure } from '#frontend/ui/figure.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { RADIUS, TYPE_SCALE } from '#frontend/theme/tokens.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { SERVICE_COLOURS } from './service-colours.ts';
import { longestChain, type Bar, type BarRow } from './waterfall-rows.ts';

const HATCHED = (line: string) => `repeating-linear-gradient(-45deg, ${line} 0 2px, transparent 2px 6px)`;

const Chart = styled('div')(({ theme }) => ({
  ...SERVICE_COLOURS,
  container: 'waterfall / inline-size',
  '& ol': { listStyle: 'none', margin: 0, padding: 0 },
  '& li, & [data-axis]': {
    display: 'grid',
    gridTemplateColumns: 'minmax(7rem, 22%) minmax(0, 1fr) 5.5rem',
    alignItems: 'center',
    columnGap: 12,
    minHeight: 26,
    paddingInline: 16,
  },
  '& li[data-chosen]': { backgroundColor: theme.vars.palette.background.tint },
  '@container waterfall (width < 640px)': {
    // the name has its own line above the bars, which take the full width
    '& li, & [data-axis]': { gridTemplateColumns: 'minmax(0, 1fr) auto', columnGap: 8, paddingInline: 8 },
    '& [data-track]': { gridArea: '2 / 1 / 3 / -1', minHeight: 24 },
    '& [data-tick]:nth-of-type(2n)': { display: 'none' },
    '& [data-bar] > span': { display: 'none' },
  },
}));

const Track = styled('div')(({ theme }) => ({
  position: 'relative',
  alignSelf: 'stretch',
  // the lines of the axis cross all rows
  backgroundImage: `linear-gradient(to right, ${theme.vars.palette.line.hairline} 1px, transparent 1px)`,
  backgroundSize: 'var(--tick) 100%',
  '[dir="rtl"] &': { backgroundImage: `linear-gradient(to left, ${theme.vars.palette.line.hairline} 1px, transparent 1px)` },
}));

const Wait = styled('span')(({ theme }) => ({
  position: 'absolute',
  insetBlockStart: 'calc(50% - 5px)',
  height: 10,
  opacity: 0.7,
  backgroundImage: HATCHED(theme.vars.palette.line.waiting),
}));

const Work = styled('button')(({ theme }) => ({
  all: 'unset',
  position: 'absolute',
  insetBlockStart: 'calc(50% - 9px)',
  height: 18,
  boxSizing: 'border-box',
  minWidth: 3,
  overflow: 'hidden',
  borderRadius: RADIUS.inner / 2,
  cursor: 'pointer',
  ...theme.typography.caption,
  lineHeight: '18px',
  paddingInline: 4,
  whiteSpace: 'nowrap',
  color: 'var(--on)',
  backgroundColor: 'var(--of)',
  '&[data-state="failed"], &[data-state="cancelled"]': { opacity: 0.6 },
  '&[aria-pressed="true"]': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 1 },
  '&[data-state="running"]': { borderInlineEnd: `3px solid ${theme.vars.palette.secondary.main}`, borderRadius: 0 },
  '&:disabled': { cursor: 'default' },
  container: 'bar / inline-size',
  // hidden where it would be cut off
  '@container bar (width < 2.5rem)': { '& > span': { display: 'none' } },
  // up to the last failed try
  '& > i': { position: 'absolute', insetBlock: 0, insetInlineStart: 0, backgroundColor: 'rgb(255 255 255 / 0.4)' },
}));

const Failed = styled('span')(({ theme }) => ({
  position: 'absolute',
  insetBlockStart: '50%',
  width: 13,
  height: 13,
  marginBlockStart: -6.5,
  marginInlineStart: -6.5,
  borderRadius: '50%',
  textAlign: 'center',
  fontSize: 10,
  lineHeight: '13px',
  fontWeight: 700,
  color: theme.vars.palette.error.contrastText,
  backgroundColor: theme.vars.palette.error.main,
  pointerEvents: 'none',
}));

const NowLine = styled('span')(({ theme }) => ({
  position: 'absolute',
  insetBlock: 0,
  width: 0,
  borderInlineStart: `1.5px solid ${theme.vars.palette.secondary.main}`,
  pointerEvents: 'none',
}));

const NowChip = styled('span')(({ theme }) => ({
  position: 'absolute',
  insetBlockStart: 3,
  transform: 'translateX(-50%)',
  '[dir="rtl"] &': { transform: 'translateX(50%)' },
  paddingInline: 6,
  borderRadius: RADIUS.inner / 2,
  lineHeight: '20px',
  fontWeight: 700,
  whiteSpace: 'nowrap',
  color: theme.vars.palette.secondary.contrastText,
  backgroundColor: theme.vars.palette.secondary.main,
}));

const RowButton = styled('button')({
  all: 'unset',
  display: 'flex',
  gap: 8,
  minWidth: 0,
  alignItems: 'baseline',
  cursor: 'pointer',
  '&:focus-visible': { outline: '2px solid' },
});

const TICKS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 21_600, 86_400];
const MOST_TICKS = 9;
/** Beyond this fraction of the axis, a label has no room after its line. */
const LABELS_TURN = 0.8;
/** The fraction of the axis that a label needs: `3 min 30 s` on the narrowest track of a wide chart. */
const LABEL_SHARE = 0.17;

/**
 * The labelled ticks of an axis: as many as fit beside each other. The last label stands before its line, so that it takes the place of the
 * one before it.
 */
export function labelledTicks(ticks: readonly number[], span: number): number[] {
  const [, step = span] = ticks;
  const every = Math.max(1, Math.ceil((LABEL_SHARE * span) / step));
  const shown = ticks.filter((_, n) => n > 0 && n % every === 0);
  return shown.filter((ms, n) => {
    const next = shown[n + 1];
    return ms > span * LABELS_TURN || next === undefined || next <= span * LABELS_TURN || next - ms >= 2 * LABEL_SHARE * span;
  });
}

const seconds = (ms: number): string => formatSpan(ms / 1000);

interface WaterfallProps {
  readonly rows: readonly BarRow[];
  /** Whether the run is still under way, so that the axis ends now. */
  readonly isLive: boolean;
  /** The key of the selected step. */
  readonly chosen?: string | null;
  /** Without it, steps cannot be selected. */
  readonly onChoose?: (key: string) => void;
}

/**
 * The steps of a run on one time axis, one row per lesson: hatched while waiting, in the service's colour while working, with a mark at
 * each failed try.
 */
export function Waterfall({ rows, isLive, chosen = null, onChoose }: WaterfallProps) {
  const now = useNow(isLive);
  const bars = rows.flatMap((row) => row.bars);
  if (bars.length === 0) return null;
  const from = Math.min(...bars.map((bar) => bar.from));
  const last = Math.max(...bars.map((bar) => bar.ended ?? (isLive ? now : (bar.started ?? bar.from))));
  const span = Math.max(1_000, (last - from) * (isLive ? 1.08 : 1.01));
  const tick = 1_000 * (TICKS.find((one) => span / (one * 1_000) <= MOST_TICKS) ?? 86_400 * Math.ceil(span / 86_400_000 / MOST_TICKS));
  const at = (ms: number): string => `${(100 * (ms - from)) / span}%`;
  const ticks = Array.from({ length: Math.floor(span / tick) + 1 }, (_, n) => n * tick);
  const services = SERVICES.filter((service) => bars.some((bar) => bar.service === service));
  return (
    <Chart style={{ '--tick': `${(100 * tick) / span}%` } as CSSProperties}>
      <Typography component="div" variant="caption" color="textSecondary" data-axis="" aria-hidden>
        <span>{formatLogTime(new Date(from).toISOString())}</span>
        <div data-track="" style={{ position: 'relative', alignSelf: 'stretch' }}>
          {labelledTicks(ticks, span).map((ms) => (
            <span
              key={ms}
              data-tick=""
              style={{
                position: 'absolute',
                insetBlockStart: 4,
                paddingInline: 3,
                whiteSpace: 'nowrap',
                // the last label would overflow the chart, so it stands before its line
                ...(ms > span * LABELS_TURN ? { insetInlineEnd: `${100 - (100 * ms) / span}%` } : { insetInlineStart: at(from + ms) }),
              }}
            >
              {seconds(ms)}
            </span>
          ))}
          {isLive && <NowChip style={{ insetInlineStart: at(now) }}>{t('now, {time}', { time: seconds(now - from) })}</NowChip>}
        </div>
        <span style={{ textAlign: 'end' }}>{t('in total')}</span>
      </Typography>
      <ol aria-label={t('Steps')}>
        {rows.map((row) => {
          const keys = row.bars.map(({ key }) => key);
          const isChosen = chosen !== null && keys.includes(chosen);
          // after a final failure there was no further try
          const tries = Math.max(...row.bars.map((bar) => bar.failed.length + (bar.state === 'failed' ? 0 : 1)));
          const name = (
            <>
              {row.number !== '' && <Figure style={{ flex: 'none', fontSize: TYPE_SCALE.body }}>{row.number}</Figure>}
              <Typography
                component="span"
                variant="body2"
                noWrap
                dir="auto"
                sx={isChosen ? { fontWeight: 700 } : undefined}
                title={formulaWords(row.title, undefined)}
              >
                <FormulaText text={row.title} dir="rtl" />
              </Typography>
            </>
          );
          return (
            <li key={row.id} data-entry="" data-chosen={isChosen ? '' : undefined}>
              <Stack direction="row" sx={{ gap: 1, alignItems: 'center', minWidth: 0 }}>
                {onChoose ? (
                  <RowButton type="button" aria-pressed={isChosen} onClick={() => onChoose(mostTelling(row).key)}>
                    {name}
                  </RowButton>
                ) : (
                  <Stack direction="row" sx={{ gap: 1, alignItems: 'baseline', minWidth: 0 }}>
                    {name}
                  </Stack>
                )}
                {tries > 1 && (
                  <Chip
                    component="span"
                    size="small"
                    color="error"
                    variant="outlined"
                    label={t('{n, plural, one {# attempt} other {# attempts}}', { n: tries })}
                  />
                )}
                <VisuallyHidden>{row.bars.map((bar) => barWords(bar, now)).join('; ')}</VisuallyHidden>
              </Stack>
              <Track data-track="">
                {isLive && <NowLine aria-hidden style={{ insetInlineStart: at(now) }} />}
                {row.bars.map((bar) => (
                  <BarParts key={bar.key} bar={bar} at={at} end={isLive ? now : last} isChosen={chosen === bar.key} onChoose={onChoose} />
                ))}
              </Track>
              <Figure style={{ textAlign: 'end', fontSize: TYPE_SCALE.body, fontWeight: 600, whiteSpace: 'nowrap' }}>
                {seconds(rowMs(row, isLive ? now : last))}
              </Figure>
            </li>
          );
        })}
      </ol>
      <Stack
        direction="row"
        useFlexGap
        sx={{ gap: '4px 16px', flexWrap: 'wrap', padding: '8px 16px', typography: 'caption', alignItems: 'center' }}
      >
        {services.map((service) => (
          <Legend key={service} name={SERVICE_NAMES[service]} style={{ backgroundColor: `var(--service-${service})` }} />
        ))}
        <Legend name={t('waiting')} isHatched />
        {bars.some((bar) => bar.failed.length > 0) && <Legend name={t('failed, retried')} isFailed />}
        {!isLive && rows.length > 2 && (
          <Typography component="span" variant="inherit" color="textSecondary" sx={{ marginInlineStart: 'auto' }}>
            {t('Longest chain: {steps}', {
              steps: [...new Set(longestChain(rows).map(({ number, title }) => number || title))].join(', '),
            })}
          </Typography>
        )}
      </Stack>
    </Chart>
  );
}

const rowMs = ({ bars }: BarRow, end: number): number =>
  Math.max(...bars.map((bar) => bar.ended ?? end)) - Math.min(...bars.map((bar) => bar.from));

/** The most informative step: the failed one, else the running one, else the one with the most failed tries. */
const mostTelling = ({ bars }: BarRow): Bar =>
  bars.find(({ state }) => state === 'failed') ??
  bars.find(({ state }) => state === 'running') ??
  bars.toSorted((one, other) => other.failed.length - one.failed.length)[0]!;

const barWords = ({ word, service, from, started, ended, failed }: Bar, now: number): string =>
  [
    service === null ? word : `${word}, ${SERVICE_NAMES[service]}`,
    t('waited {time}', { time: seconds((started ?? now) - from) }),
    ...(started === null ? [] : [t('worked {time}', { time: seconds((ended ?? now) - started) })]),
    ...(failed.length === 0 ? [] : [t('{n, plural, one {# attempt failed} other {# attempts failed}}', { n: failed.length })]),
  ].join(', ');

interface BarPartsProps {
  readonly bar: Bar;
  readonly at: (ms: number) => string;
  /** Where steps that have not ended are drawn to. */
  readonly end: number;
  readonly isChosen: boolean;
  readonly onChoose: WaterfallProps['onChoose'];
}

/** When a larger fraction of the bar was lost to failed tries, the word beside it would be cut off. */
const MOST_LOST = 0.6;

function BarParts({ bar, at, end, isChosen, onChoose }: BarPartsProps) {
  const { key, word, service, state, from, started, ended, failed } = bar;
  const between = (begin: number, until: number) => ({
    insetInlineStart: at(begin),
    width: `calc(${at(until)} - ${at(begin)})`,
  });
  const isOpen = state === 'queued' || state === 'running';
  const until = ended ?? (isOpen ? end : (started ?? from));
  const of = service ?? 'none';
  const lost =
    started === null || until <= started ? 0 : Math.max(0, Math.min(1, (Math.max(started, ...failed) - started) / (until - started)));
  return (
    <>
      <Wait style={between(from, started ?? until)} />
      {started !== null && (
        // for the mouse; keyboards use the row's own button
        <Work
          type="button"
          tabIndex={-1}
          aria-label={word}
          aria-pressed={onChoose ? isChosen : undefined}
          disabled={!onChoose}
          data-bar=""
          data-state={state}
          title={barWords(bar, end)}
          style={{ ...between(started, until), '--of': `var(--service-${of})`, '--on': `var(--on-${of})` } as CSSProperties}
          onClick={() => onChoose?.(key)}
        >
          {lost > 0 && <i style={{ width: `${100 * lost}%` }} />}
          {lost <= MOST_LOST && <span style={lost > 0 ? { marginInlineStart: `calc(${100 * lost}% + 6px)` } : undefined}>{word}</span>}
        </Work>
      )}
      {failed.map((ms) => (
        <Failed key={ms} aria-hidden style={{ insetInlineStart: at(Math.min(Math.max(ms, from), until)) }}>
          ×
        </Failed>
      ))}
    </>
  );
}

function Legend({ name, style, isHatched, isFailed }: { name: string; style?: CSSProperties; isHatched?: boolean; isFailed?: boolean }) {
  return (
    <Stack component="span" direction="row" sx={{ gap: 0.75, alignItems: 'center' }}>
      <span
        aria-hidden
        style={{
          width: isHatched ? 20 : 10,
          height: 10,
          borderRadius: isFailed ? '50%' : 2,
          ...(isHatched && { backgroundImage: HATCHED('currentColor'), opacity: 0.6 }),
          ...(isFailed && { backgroundColor: 'var(--error, #B3261E)' }),
          ...style,
        }}
      />
      {name}
    </Stack>
  );
}

const SECOND_MS = 1_000;

/** The current time, updated every second while something is under way. */
export function useNow(isLive: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [isLive]);
  return now;
}
