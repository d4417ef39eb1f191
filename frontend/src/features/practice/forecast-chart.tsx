import { useTheme } from '@mui/material/styles';
import { Bar, BarChart, Cell, LabelList, ResponsiveContainer, XAxis } from 'recharts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import type { reviewForecast } from '#contract/practice/practice.contract.ts';
import { formatNumber, formatWeekdayOf } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ChartPlot } from '#frontend/ui/cards/chart-plot.tsx';

type Day = AnswerOf<typeof reviewForecast>['days'][number];

interface ForecastChartProps {
  /** Starting with today. */
  readonly days: readonly Day[];
  readonly height: number;
}

/** The number of reviews on each day, chronologically from left to right in every language. */
export default function ForecastChart({ days, height }: ForecastChartProps) {
  const { palette } = useTheme().vars;
  const first = days[0]?.day;
  const spoken = days
    .filter(({ due }) => due > 0)
    .map(({ day, due }) => `${day === first ? t('today') : formatWeekdayOf(day, 'long')}: ${formatNumber(due)}`)
    .join('; ');
  return (
    <ChartPlot dir="ltr" role="img" aria-label={spoken || t('No reviews are due on these days.')} style={{ height }}>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={[...days]} accessibilityLayer={false} margin={{ top: 20, right: 0, bottom: 0, left: 0 }}>
          <XAxis
            dataKey="day"
            interval={0}
            height={24}
            tickLine={false}
            axisLine={{ stroke: palette.line.hairline }}
            tickFormatter={(day: string) => formatWeekdayOf(day, 'short')}
          />
          <Bar dataKey="due" radius={[4, 4, 0, 0]} isAnimationActive={false} maxBarSize={36}>
            {days.map(({ day }) => (
              <Cell key={day} fill={day === first ? palette.secondary.main : palette.primary.main} />
            ))}
            <LabelList dataKey="due" position="top" formatter={(value) => (Number(value) > 0 ? formatNumber(Number(value)) : '')} />
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </ChartPlot>
  );
}
