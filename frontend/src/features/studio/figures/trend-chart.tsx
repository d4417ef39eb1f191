import { useState, type ReactNode } from 'react';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTheme } from '@mui/material/styles';
import { Bar, Cell, ComposedChart, CartesianGrid, LabelList, Line, ReferenceLine, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { formatMonth } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ChartPlot } from '#frontend/ui/cards/chart-plot.tsx';
import { MonthTick, ValueLabel } from './chart-texts.tsx';
import {
  axisWidthOf,
  labelledMonths,
  labelInterval,
  overhang,
  pageTypePx,
  ROUND_TOP,
  scaleOf,
  TYPE_REM,
  valueOverhang,
} from './chart-labels.ts';
import type { Measure } from './figure-words.ts';
import type { TrendMonth } from './trend.ts';

/** Size of the bar and the line in the legend, in px. */
const SWATCH = { width: 24, height: 12 } as const;

interface TrendChartProps {
  readonly measure: Measure;
  readonly trend: readonly TrendMonth[];
}

/** One flat bar per month, the current one hatched; the year before as a dashed line. Chronological from left to right in every language. */
export default function TrendChart({ measure, trend }: TrendChartProps) {
  const { palette } = useTheme().vars;
  // its height is in rem, so labels and axes are recalculated when the font size changes
  const [{ width }, setSize] = useState({ width: 0, height: 0 });
  const rem = pageTypePx();
  const texts = trend.map(({ value }) => measure.short(value));
  const scale = scaleOf(
    trend.flatMap(({ value, before }) => [value, before ?? 0]),
    measure.id === 'students',
  );
  const axisWidth = axisWidthOf(scale.map(measure.short), rem);
  const room = { slot: Math.max(1, (width - axisWidth) / trend.length), type: TYPE_REM * rem };
  const shown = labelledMonths(
    trend.map(({ value }) => value),
    texts,
    room,
  );
  const names = trend.map(({ month }) => formatMonth(month, 'short'));
  const step = labelInterval(names, room);
  const ticks = trend.flatMap(({ month }, index) => ((trend.length - 1 - index) % step === 0 ? month : []));
  const labels = new Map(trend.flatMap(({ month }, index) => (shown.has(index) ? [[month, texts[index]!]] : [])));
  const hatch = `hatch-${measure.id}`;
  const running = trend.find(({ isRunning }) => isRunning);
  return (
    <figure style={{ margin: 0 }}>
      <ChartPlot dir="ltr" role="img" aria-label={spoken(measure, trend)} style={{ height: '16rem' }}>
        <ResponsiveContainer
          width="100%"
          height="100%"
          onResize={(width, height) => setSize({ width, height })}
          style={{ overflow: 'hidden' }}
        >
          <ComposedChart
            data={[...trend]}
            accessibilityLayer={false}
            margin={{ top: 24, right: Math.max(overhang(names, room), valueOverhang(texts, shown, room)), bottom: 0, left: 0 }}
            barCategoryGap="24%"
          >
            <defs>
              <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                <rect width="2" height="6" style={{ fill: palette.primary.main }} />
              </pattern>
            </defs>
            <CartesianGrid vertical={false} stroke={palette.line.hairline} />
            <XAxis
              dataKey="month"
              ticks={ticks}
              interval={0}
              height={2.75 * rem}
              tickLine={false}
              axisLine={false}
              tick={<MonthTick ticks={ticks} />}
            />
            <YAxis
              width={axisWidth}
              ticks={scale}
              domain={[scale[0]!, scale.at(-1)!]}
              interval={0}
              tickFormatter={measure.short}
              tickLine={false}
              axisLine={false}
            />
            <ReferenceLine y={0} stroke={palette.text.secondary} />
            <Bar dataKey="value" fill={palette.primary.main} radius={ROUND_TOP} isAnimationActive={false} maxBarSize={48}>
              {trend.map(({ month, isRunning }) => (
                <Cell key={month} {...(isRunning && { fill: `url(#${hatch})`, stroke: palette.primary.main })} />
              ))}
              {/* looked up by month: bars of 0 are missing from the list of labels */}
              <LabelList dataKey="month" content={<ValueLabel texts={labels} />} />
            </Bar>
            <Line
              dataKey="before"
              stroke={palette.secondary.main}
              strokeWidth={2}
              strokeDasharray="5 4"
              dot={{ r: 2.5, fill: palette.secondary.main, strokeDasharray: '' }}
              isAnimationActive={false}
            />
          </ComposedChart>
        </ResponsiveContainer>
      </ChartPlot>
      <Stack aria-hidden direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: '4px 24px' }}>
        {running && (
          <LegendEntry words={t('{month} so far', { month: formatMonth(running.month) })}>
            <rect x="0.5" y="0.5" width="23" height="11" rx="2" fill={`url(#${hatch})`} stroke={palette.primary.main} />
          </LegendEntry>
        )}
        {trend.some(({ before }) => before !== null) && (
          <LegendEntry words={t('The same month a year before')}>
            <line y1="6" x2="24" y2="6" strokeWidth="2" strokeDasharray="5 4" stroke={palette.secondary.main} />
          </LegendEntry>
        )}
      </Stack>
    </figure>
  );
}

function LegendEntry({ words, children }: { readonly words: string; readonly children: ReactNode }) {
  return (
    <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <svg {...SWATCH}>{children}</svg>
      {words}
    </Typography>
  );
}

/** The text alternative of the chart: every month in order. */
const spoken = ({ title, format }: Measure, trend: readonly TrendMonth[]): string =>
  `${title}: ${trend.map(({ month, value }) => `${formatMonth(month, 'full')} ${format(value)}`).join(', ')}`;
