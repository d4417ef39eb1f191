import { useState } from 'react';
import { useTheme } from '@mui/material/styles';
import { Bar, BarChart, CartesianGrid, Cell, LabelList, ReferenceLine, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import type { RevenueBucket } from '#contract/studio/creator-movements.contract.ts';
import { formatDollars } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ChartPlot } from '#frontend/ui/cards/chart-plot.tsx';
import { ValueLabel } from './chart-texts.tsx';
import {
  axisWidthOf,
  labelInterval,
  labelledMonths,
  overhang,
  pageTypePx,
  ROUND_TOP,
  scaleOf,
  TYPE_REM,
  valueOverhang,
} from './chart-labels.ts';
import { revenueMeasure } from './figure-words.ts';
import { bucketWord } from './revenue-words.ts';

interface RevenueChartProps {
  /** All days or months of the range, including those without a sale. */
  readonly buckets: readonly RevenueBucket[];
  readonly onOpen: (bucket: RevenueBucket) => void;
}

/** One flat bar per day or month, below the line if refunds outweigh sales. Chronological from left to right in every language. */
export default function RevenueChart({ buckets, onOpen }: RevenueChartProps) {
  const { palette } = useTheme().vars;
  const [width, setWidth] = useState(0);
  const rem = pageTypePx();
  const { short } = revenueMeasure();
  const values = buckets.map(({ revenue }) => revenue);
  const texts = values.map(short);
  const scale = scaleOf(values, false);
  const axisWidth = axisWidthOf(scale.map(short), rem);
  const room = { slot: Math.max(1, (width - axisWidth) / buckets.length), type: TYPE_REM * rem };
  const shown = labelledMonths(values, texts, room);
  const names = new Map(buckets.map((bucket) => [bucket.from, bucketWord(bucket)]));
  const step = labelInterval([...names.values()], room);
  const ticks = buckets.flatMap(({ from }, index) => ((buckets.length - 1 - index) % step === 0 ? from : []));
  return (
    <ChartPlot dir="ltr" role="img" aria-label={spoken(buckets)} style={{ height: '16rem' }}>
      <ResponsiveContainer width="100%" height="100%" onResize={setWidth} style={{ overflow: 'hidden' }}>
        <BarChart
          data={[...buckets]}
          accessibilityLayer={false}
          margin={{ top: 24, right: Math.max(overhang([...names.values()], room), valueOverhang(texts, shown, room)), bottom: 0, left: 0 }}
          barCategoryGap="24%"
        >
          <CartesianGrid vertical={false} stroke={palette.line.hairline} />
          <XAxis
            dataKey="from"
            ticks={ticks}
            interval={0}
            tickFormatter={(from: string) => names.get(from) ?? ''}
            tickLine={false}
            axisLine={false}
          />
          <YAxis
            width={axisWidth}
            ticks={scale}
            domain={[scale[0]!, scale.at(-1)!]}
            interval={0}
            tickFormatter={short}
            tickLine={false}
            axisLine={false}
          />
          <ReferenceLine y={0} stroke={palette.text.secondary} />
          <Bar
            dataKey="revenue"
            radius={ROUND_TOP}
            isAnimationActive={false}
            maxBarSize={48}
            cursor="pointer"
            onClick={(_bar, index) => onOpen(buckets[index]!)}
          >
            {buckets.map(({ from, revenue }) => (
              <Cell key={from} fill={revenue < 0 ? palette.error.main : palette.primary.main} />
            ))}
            <LabelList
              dataKey="from"
              content={
                <ValueLabel texts={new Map(buckets.flatMap(({ from }, index) => (shown.has(index) ? [[from, texts[index]!]] : [])))} />
              }
            />
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </ChartPlot>
  );
}

/** The text alternative: the total of each day or month with a sale or a refund. */
const spoken = (buckets: readonly RevenueBucket[]): string =>
  `${t('Sales in detail')}: ${buckets
    .filter(({ sales, refunds }) => sales + refunds > 0)
    .map((bucket) => `${bucketWord(bucket)} ${formatDollars(bucket.revenue)}`)
    .join(', ')}`;
