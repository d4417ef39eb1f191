import { styled, useTheme } from '@mui/material/styles';
import { Bar, BarChart, CartesianGrid, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { t } from '#frontend/lib/text.ts';
import { TYPE_SCALE } from '#frontend/theme/tokens.ts';
import type { UsageBar } from './usage-words.ts';

const BAR_PX = 20;
const ROW_PX = 40;
const NAME_PX = 84;
/** Room for the label after the longest bar. */
const LABEL_PX = 84;

const Figure = styled('figure')(({ theme }) => ({
  margin: 0,
  minWidth: 0,
  '& figcaption': { ...theme.typography.h4, marginBlockEnd: 4 },
  // Recharts sets its own sizes in px; the text follows the reader's.
  '& text': { fontSize: TYPE_SCALE.small, fill: theme.vars.palette.text.primary },
}));
const Legend = styled('p')(({ theme }) => ({
  ...theme.typography.caption,
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  margin: 0,
  color: theme.vars.palette.text.secondary,
}));
const Swatch = styled('span')(({ theme }) => ({
  flex: 'none',
  width: 24,
  height: 12,
  border: `1px solid ${theme.vars.palette.secondary.main}`,
  backgroundImage: `repeating-linear-gradient(45deg, ${theme.vars.palette.secondary.main} 0 2px, transparent 2px 6px)`,
}));

interface UsageChartProps {
  readonly id: string;
  readonly caption: string;
  readonly bars: readonly UsageBar[];
}

/** One flat bar a service with its number beside it; what bought nothing is hatched. Left to right in every language. */
export function UsageChart({ id, caption, bars }: UsageChartProps) {
  const { palette } = useTheme().vars;
  const hatch = `hatch-${id}`;
  const data = bars.map((bar) => ({ ...bar, end: bar.useful + bar.wasted }));
  return (
    <Figure>
      <figcaption>{caption}</figcaption>
      <div dir="ltr" role="img" aria-label={`${caption}: ${bars.map(({ name, label }) => `${name} ${label}`).join(', ')}`}>
        <ResponsiveContainer width="100%" height={bars.length * ROW_PX + 8}>
          <BarChart
            data={data}
            layout="vertical"
            barSize={BAR_PX}
            accessibilityLayer={false}
            margin={{ top: 4, bottom: 4, left: 0, right: LABEL_PX }}
          >
            <defs>
              <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                <rect width="2" height="6" style={{ fill: palette.secondary.main }} />
              </pattern>
            </defs>
            <CartesianGrid horizontal={false} stroke={palette.line.hairline} />
            <XAxis type="number" hide domain={[0, 'dataMax']} />
            <YAxis type="category" dataKey="name" width={NAME_PX} axisLine={false} tickLine={false} interval={0} />
            <Bar dataKey="useful" stackId="used" fill={palette.primary.main} isAnimationActive={false} />
            <Bar dataKey="wasted" stackId="used" fill={`url(#${hatch})`} stroke={palette.secondary.main} isAnimationActive={false}>
              <LabelList dataKey="label" position="right" />
            </Bar>
          </BarChart>
        </ResponsiveContainer>
      </div>
      {bars.some(({ wasted }) => wasted > 0) && (
        <Legend>
          <Swatch aria-hidden /> {t('Wasted: bought nothing')}
        </Legend>
      )}
    </Figure>
  );
}
