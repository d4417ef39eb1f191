import { useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';
import { styled, useTheme } from '@mui/material/styles';
import { Bar, CartesianGrid, ComposedChart, Line, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { ChartPlot } from '../cards/chart-plot.tsx';

/** The plot area within the chart, in px; the axes are outside it. */
const PLOT = { insetBlockStart: 14, insetBlockEnd: 24, insetInlineStart: 52, insetInlineEnd: 8 } as const;
/** Width of a letter of a label, and the gap between labels and plot area, in px. */
const LETTER = 7.2;
const GAP = 10;
const HEIGHT_REM = 11;

/**
 * Letters of the longest axis label: the label half way up can be longer than the top one ('3 min 30 s' below '7 min'), and a label without
 * room would wrap.
 */
const longestLabel = (most: number, format: (value: number) => string): number =>
  Math.max(...[0.25, 0.5, 0.75, 1, 1.25].map((part) => format(most * part).length));

export interface ChartSeries {
  readonly id: string;
  readonly name: string;
  /** One per interval; null for an interval without a value. */
  readonly values: readonly (number | null)[];
  /** A CSS colour. */
  readonly colour: string;
}

/** An event at a moment or over a period, as fractions of the axis. */
export interface ChartMark {
  readonly kind: 'deploy' | 'pause' | 'alert' | 'batch';
  readonly from: number;
  readonly until: number | null;
}

interface SeriesChartProps {
  readonly label: string;
  /** Bars are parts of a sum; lines are not. */
  readonly kind: 'bars' | 'lines';
  readonly series: readonly ChartSeries[];
  readonly format: (value: number) => string;
  /** Axis labels by index of their interval. */
  readonly ticks: ReadonlyMap<number, string>;
  readonly marks: readonly ChartMark[];
  /** The interval under the crosshair of all charts. */
  readonly cursor: number | null;
  /** An interval with its figures, for screen readers. */
  readonly spoken: (index: number) => string;
  readonly onCursor: (index: number | null) => void;
  readonly onPress: (index: number) => void;
}

/**
 * Figures over time; charts that share a cursor share one axis. The chart is a slider: arrow keys move the crosshair, Enter opens the
 * interval. On a touch screen the first touch reads the interval out, the second opens it. Chronological from left to right in every
 * language.
 */
export default function SeriesChart({ label, kind, series, format, ticks, marks, cursor, spoken, onCursor, onPress }: SeriesChartProps) {
  const { palette } = useTheme().vars;
  const touched = useRef(false);
  const count = series[0]?.values.length ?? 1;
  const rows = Array.from({ length: count }, (_, index) =>
    Object.fromEntries([['index', index], ...series.map(({ id, values }) => [id, values[index]])]),
  );
  // amounts of money are longer in some languages; the sum of a stacked bar may be one letter longer than its parts
  const most = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const plot = { ...PLOT, insetInlineStart: Math.max(PLOT.insetInlineStart, Math.round(LETTER * longestLabel(most, format)) + GAP) };
  const indexAt = ({ clientX, currentTarget }: PointerEvent | MouseEvent): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(count - 1, Math.floor(((clientX - left) / width) * count)));
  };
  const walk = (event: KeyboardEvent) => {
    const at = cursor ?? count - 1;
    const to = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, Home: 0, End: count - 1 }[event.key];
    if (event.key === 'Enter') onPress(at);
    else if (event.key === 'Escape') onCursor(null);
    else if (to === undefined) return;
    else onCursor(cursor === null ? count - 1 : Math.max(0, Math.min(count - 1, to)));
    event.preventDefault();
  };
  return (
    <ChartPlot dir="ltr" style={{ position: 'relative', height: `${HEIGHT_REM}rem` }}>
      <div aria-hidden="true" style={{ height: '100%' }}>
        <ResponsiveContainer width="100%" height="100%" style={{ overflow: 'hidden' }}>
          <ComposedChart
            data={rows}
            accessibilityLayer={false}
            margin={{ top: PLOT.insetBlockStart, right: PLOT.insetInlineEnd, bottom: 0, left: 0 }}
            barCategoryGap={count > 40 ? 1 : '12%'}
          >
            <CartesianGrid vertical={false} stroke={palette.line.hairline} />
            <XAxis
              dataKey="index"
              scale="band"
              height={PLOT.insetBlockEnd}
              ticks={[...ticks.keys()]}
              // a phone has room only for every second or third label
              interval="equidistantPreserveStart"
              minTickGap={10}
              tickFormatter={(index: number) => ticks.get(index) ?? ''}
              tickLine={false}
              axisLine={{ stroke: palette.line.control }}
            />
            <YAxis
              width={plot.insetInlineStart}
              tickCount={4}
              allowDecimals={false}
              domain={[0, 'auto']}
              tickFormatter={format}
              tickLine={false}
              axisLine={false}
            />
            {series.map(({ id, colour }) =>
              kind === 'bars' ? (
                // a line in the background colour separates the parts, even if two colours are alike
                <Bar
                  key={id}
                  dataKey={id}
                  stackId="sum"
                  fill={colour}
                  stroke={palette.background.paper}
                  strokeWidth={count > 40 ? 0 : 1}
                  radius={2}
                  isAnimationActive={false}
                />
              ) : (
                <Line
                  key={id}
                  dataKey={id}
                  stroke={colour}
                  strokeWidth={2}
                  dot={{ r: 1.5, fill: colour }}
                  connectNulls={false}
                  isAnimationActive={false}
                />
              ),
            )}
          </ComposedChart>
        </ResponsiveContainer>
      </div>
      <Ground
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={count - 1}
        aria-valuenow={cursor ?? count - 1}
        aria-valuetext={spoken(cursor ?? count - 1)}
        style={plot}
        onKeyDown={walk}
        onBlur={() => onCursor(null)}
        onPointerDown={({ pointerType }) => {
          touched.current = pointerType === 'touch';
        }}
        onPointerMove={(event) => event.pointerType !== 'touch' && onCursor(indexAt(event))}
        onPointerLeave={({ pointerType }) => pointerType !== 'touch' && onCursor(null)}
        onClick={(event) => {
          const index = indexAt(event);
          if (touched.current && index !== cursor) onCursor(index);
          else onPress(index);
        }}
      >
        {marks.map((mark, place) => (
          <Mark key={place} mark={mark} />
        ))}
        {cursor !== null && <Crosshair style={{ left: `${((cursor + 0.5) / count) * 100}%` }} />}
      </Ground>
    </ChartPlot>
  );
}

const Ground = styled('div')(({ theme }) => ({
  position: 'absolute',
  cursor: 'pointer',
  touchAction: 'pan-y',
  borderRadius: 4,
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
}));

const Crosshair = styled('div')(({ theme }) => ({
  position: 'absolute',
  insetBlock: 0,
  width: 0,
  borderInlineStart: `1.5px solid ${theme.vars.palette.text.primary}`,
  pointerEvents: 'none',
}));

/** Deploys are a dotted line under a diamond, alerts a red line, pauses a hatched span, batches a bar at the top. */
function Mark({ mark: { kind, from, until } }: { readonly mark: ChartMark }) {
  const place = { left: `${from * 100}%`, ...(until !== null && { width: `${Math.max(0, until - from) * 100}%` }) };
  return <Marked data-mark={kind} style={place} />;
}

const Marked = styled('div')(({ theme: { vars } }) => ({
  position: 'absolute',
  insetBlock: 0,
  pointerEvents: 'none',
  boxSizing: 'border-box',
  '&[data-mark="deploy"]': { borderInlineStart: `1.5px dotted ${vars.palette.text.secondary}` },
  '&[data-mark="deploy"]::before': {
    content: '""',
    position: 'absolute',
    insetBlockStart: -10,
    insetInlineStart: -4.5,
    width: 7,
    height: 7,
    transform: 'rotate(45deg)',
    backgroundColor: vars.palette.text.secondary,
  },
  '&[data-mark="pause"]': {
    minWidth: 3,
    borderInlineStart: `1.5px dashed ${vars.palette.warning.main}`,
    backgroundImage: `repeating-linear-gradient(135deg, ${vars.palette.warning.main} 0 1px, transparent 1px 7px)`,
    opacity: 0.45,
  },
  '&[data-mark="alert"]': { insetBlockEnd: 'auto', insetBlockStart: -6, height: 4, minWidth: 4, backgroundColor: vars.palette.error.main },
  '&[data-mark="batch"]': {
    insetBlockEnd: 'auto',
    insetBlockStart: -11,
    height: 3,
    minWidth: 4,
    backgroundColor: vars.palette.secondary.main,
  },
}));
