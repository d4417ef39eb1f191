import Typography from '@mui/material/Typography';
import { t } from '#frontend/lib/text.ts';
import { BarRows, type BarRow } from '#frontend/ui/charts/bar-rows.tsx';

interface UsageChartProps {
  readonly caption: string;
  readonly bars: readonly BarRow[];
}

/** One bar per service; usage that produced nothing is hatched. */
export function UsageChart({ caption, bars }: UsageChartProps) {
  return (
    <div>
      <Typography variant="h4" component="p">
        {caption}
      </Typography>
      <BarRows
        label={`${caption}: ${bars.map(({ name, label }) => `${name} ${label}`).join(', ')}`}
        role="img"
        bars={bars}
        hatchedWords={t('Wasted: no result')}
      />
    </div>
  );
}
