import { useTheme, type Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Bar, BarChart, CartesianGrid, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import type { Dashboard } from '#contract/dashboard/dashboard.contract.ts';
import { formatNumber, formatWeekdayOf } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ChartPlot } from '#frontend/ui/cards/chart-plot.tsx';

/** Maximum letters of a word if seven are to fit on a phone. */
const SHORT_WORD = 5;

/** Minutes on each of seven days, chronologically from left to right in every language. */
export default function WeekChart({ week }: { readonly week: Dashboard['weekly_activity'] }) {
  const { palette } = useTheme().vars;
  const isPhone = useMediaQuery(({ breakpoints }: Theme) => breakpoints.down('sm'), { noSsr: true });
  // some languages have no short names for weekdays, and seven long ones would overlap
  const isNarrow = isPhone && week.some(({ day }) => formatWeekdayOf(day, 'short').length > SHORT_WORD);
  const spoken = week
    .map(({ day, minutes }) => t('{day}: {n, plural, one {# minute} other {# minutes}}', { day: formatWeekdayOf(day, 'full'), n: minutes }))
    .join('; ');
  return (
    <ChartPlot dir="ltr" role="img" aria-label={spoken} style={{ height: '13rem' }}>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={[...week]} accessibilityLayer={false} margin={{ top: 20, right: 0, bottom: 0, left: 0 }}>
          <CartesianGrid vertical={false} stroke={palette.line.hairline} />
          <XAxis
            dataKey="day"
            interval={0}
            tickLine={false}
            axisLine={false}
            tickFormatter={(day: string) => formatWeekdayOf(day, isNarrow ? 'narrow' : 'short')}
          />
          <YAxis
            width={36}
            allowDecimals={false}
            tickLine={false}
            axisLine={false}
            tickFormatter={(value: number) => formatNumber(value)}
          />
          <Bar dataKey="minutes" fill={palette.primary.main} radius={[5, 5, 0, 0]} isAnimationActive={false} maxBarSize={40}>
            <LabelList dataKey="minutes" position="top" formatter={(value) => (Number(value) > 0 ? formatNumber(Number(value)) : '')} />
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </ChartPlot>
  );
}
