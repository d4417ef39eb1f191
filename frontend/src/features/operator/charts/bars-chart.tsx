import Box from '@mui/material/Box';
import type { RunFilter } from '#contract/operator/runs-console.contract.ts';
import { BarRows, type BarRow } from '#frontend/ui/charts/bar-rows.tsx';
import { RunsLink } from '../overview/runs-link.tsx';

export interface ChartBar extends BarRow {
  /** The runs it stands for. */
  readonly runs: RunFilter;
}

interface BarsChartProps {
  readonly label: string;
  readonly bars: readonly ChartBar[];
  /** A bar is pressed, as its name is. */
  readonly onOpen: (runs: RunFilter) => void;
}

/** Bars whose names and selves lead to their runs; the table below has the same data. */
export default function BarsChart({ label, bars, onOpen }: BarsChartProps) {
  const linked = bars.map((bar) => ({
    ...bar,
    title: (
      <RunsLink filter={bar.runs} label={`${bar.name} ${bar.label}`}>
        {bar.name}
      </RunsLink>
    ),
  }));
  return (
    <Box sx={{ paddingInline: 1.5 }}>
      <BarRows
        label={label}
        role="group"
        bars={linked}
        onPress={(index) => {
          const pressed = bars[index];
          if (pressed) onOpen(pressed.runs);
        }}
      />
    </Box>
  );
}
