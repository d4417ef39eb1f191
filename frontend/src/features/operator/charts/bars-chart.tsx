import { styled, useTheme } from '@mui/material/styles';
import { Bar, BarChart, ResponsiveContainer, XAxis, YAxis } from 'recharts';

const ROW_PX = 32;
const Plot = styled('div')({ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr) auto', columnGap: 8, marginBlock: 8 });
const Column = styled('div')(({ theme }) => ({
  ...theme.typography.caption,
  display: 'grid',
  gridAutoRows: ROW_PX,
  alignItems: 'center',
  maxWidth: '10rem',
  overflowWrap: 'anywhere',
  lineHeight: 1.15,
}));

interface BarsChartProps {
  readonly label: string;
  readonly bars: readonly { readonly name: string; readonly value: number; readonly label: string }[];
}

/** One flat bar per name with its number beside it. Left to right in every language; the table below has the same data. */
export default function BarsChart({ label, bars }: BarsChartProps) {
  const { palette } = useTheme().vars;
  return (
    <Plot dir="ltr" role="img" aria-label={`${label}: ${bars.map((bar) => `${bar.name} ${bar.label}`).join(', ')}`}>
      <Column>
        {bars.map(({ name }) => (
          <span key={name}>{name}</span>
        ))}
      </Column>
      <ResponsiveContainer width="100%" height={bars.length * ROW_PX} style={{ overflow: 'hidden' }}>
        <BarChart
          data={[...bars]}
          layout="vertical"
          barSize={16}
          accessibilityLayer={false}
          margin={{ top: 0, bottom: 0, left: 0, right: 1 }}
        >
          <XAxis type="number" hide />
          <YAxis type="category" dataKey="name" hide />
          <Bar dataKey="value" fill={palette.primary.main} isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
      <Column>
        {bars.map(({ name, label: figure }) => (
          <span key={name}>{figure}</span>
        ))}
      </Column>
    </Plot>
  );
}
