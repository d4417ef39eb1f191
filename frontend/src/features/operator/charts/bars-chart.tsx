import { styled, useTheme } from '@mui/material/styles';
import { Bar, BarChart, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import type { RunFilter } from '#contract/operator/runs-console.contract.ts';
import { RunsLink } from '../overview/runs-link.tsx';

const ROW_PX = 32;
const Plot = styled('div')({ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr) auto', columnGap: 8, padding: '0 12px' });
const Column = styled('div')(({ theme }) => ({
  ...theme.typography.caption,
  display: 'grid',
  gridAutoRows: ROW_PX,
  alignItems: 'center',
  maxWidth: '12rem',
  overflowWrap: 'anywhere',
  lineHeight: 1.15,
}));

export interface ChartBar {
  readonly name: string;
  readonly value: number;
  readonly label: string;
  /** The runs it stands for. */
  readonly runs: RunFilter;
}

interface BarsChartProps {
  readonly label: string;
  readonly bars: readonly ChartBar[];
  /** A bar is pressed, as its name is. */
  readonly onOpen: (runs: RunFilter) => void;
}

/**
 * One flat bar per name with its number beside it; both lead to its runs. Left to right in every language; the table below has the same data.
 */
export default function BarsChart({ label, bars, onOpen }: BarsChartProps) {
  const { palette } = useTheme().vars;
  return (
    <Plot dir="ltr" role="group" aria-label={label}>
      <Column>
        {bars.map(({ name, label: figure, runs }) => (
          <RunsLink key={name} filter={runs} label={`${name} ${figure}`}>
            {name}
          </RunsLink>
        ))}
      </Column>
      <div aria-hidden="true">
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
            <Bar
              dataKey="value"
              fill={palette.primary.main}
              radius={[0, 6, 6, 0]}
              cursor="pointer"
              isAnimationActive={false}
              onClick={(_, index) => {
                const pressed = bars[index];
                if (pressed) onOpen(pressed.runs);
              }}
            />
          </BarChart>
        </ResponsiveContainer>
      </div>
      <Column aria-hidden="true">
        {bars.map(({ name, label: figure }) => (
          <span key={name}>{figure}</span>
        ))}
      </Column>
    </Plot>
  );
}
