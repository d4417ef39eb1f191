import { styled, useTheme } from '@mui/material/styles';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { t } from '#frontend/lib/text.ts';
import type { UsageBar } from './usage-words.ts';

const BAR_PX = 20;
const ROW_PX = 40;

const Figure = styled('figure')(({ theme }) => ({
  margin: 0,
  minWidth: 0,
  '& figcaption': { ...theme.typography.h4, marginBlockEnd: 4 },
}));
// Names and numbers are page text beside the bars: they grow with the reader's font size, and stay visible where a bar is empty.
const Plot = styled('div')({ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr) auto', columnGap: 8 });
const Column = styled('div')(({ theme }) => ({
  ...theme.typography.caption,
  display: 'grid',
  gridAutoRows: ROW_PX,
  alignItems: 'center',
  maxWidth: '9rem',
  overflowWrap: 'anywhere',
  lineHeight: 1.15,
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
  backgroundImage: `repeating-linear-gradient(-45deg, ${theme.vars.palette.secondary.main} 0 2px, transparent 2px 6px)`,
}));

interface UsageChartProps {
  readonly id: string;
  readonly caption: string;
  readonly bars: readonly UsageBar[];
}

/** One flat bar per service with its number beside it; the wasted part is hatched. Left to right in every language. */
export function UsageChart({ id, caption, bars }: UsageChartProps) {
  const { palette } = useTheme().vars;
  const hatch = `hatch-${id}`;
  return (
    <Figure>
      <figcaption>{caption}</figcaption>
      <Plot dir="ltr" role="img" aria-label={`${caption}: ${bars.map(({ name, label }) => `${name} ${label}`).join(', ')}`}>
        <Column>
          {bars.map(({ name }) => (
            <span key={name}>{name}</span>
          ))}
        </Column>
        {/* After a window resize it keeps its old width until it has measured itself again. */}
        <ResponsiveContainer width="100%" height={bars.length * ROW_PX} style={{ overflow: 'hidden' }}>
          <BarChart
            data={[...bars]}
            layout="vertical"
            barSize={BAR_PX}
            accessibilityLayer={false}
            margin={{ top: 0, bottom: 0, left: 0, right: 1 }}
          >
            <defs>
              <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                <rect width="2" height="6" style={{ fill: palette.secondary.main }} />
              </pattern>
            </defs>
            <CartesianGrid horizontal={false} stroke={palette.line.hairline} />
            <XAxis type="number" hide />
            <YAxis type="category" dataKey="name" hide />
            <Bar dataKey="useful" stackId="used" fill={palette.primary.main} isAnimationActive={false} />
            <Bar dataKey="wasted" stackId="used" fill={`url(#${hatch})`} stroke={palette.secondary.main} isAnimationActive={false} />
          </BarChart>
        </ResponsiveContainer>
        <Column>
          {bars.map(({ name, label }) => (
            <span key={name}>{label}</span>
          ))}
        </Column>
      </Plot>
      {bars.some(({ wasted }) => wasted > 0) && (
        <Legend>
          <Swatch aria-hidden /> {t('Wasted: bought nothing')}
        </Legend>
      )}
    </Figure>
  );
}
