import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';

interface CourseCountsProps {
  /** Null while unknown, which must not show as zero. */
  readonly generated: number | null;
  readonly saved: number | null;
  readonly total: number | null;
}

/** Three counts: generated, saved, total (CRS-02). */
export function CourseCounts({ generated, saved, total }: CourseCountsProps) {
  const counts: readonly (readonly [string, number | null])[] = [
    [t('Generated'), generated],
    [t('Saved'), saved],
    [t('Total'), total],
  ];
  return (
    <Stack component="dl" direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: '0 24px', marginBlock: 1.5 }}>
      {counts.map(([label, count]) => (
        <Stack key={label} direction="row" sx={{ alignItems: 'baseline', gap: 1 }}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {label}
          </Typography>
          <Typography component="dd" variant="h6" sx={{ margin: 0 }}>
            {count === null ? '–' : formatNumber(count)}
          </Typography>
        </Stack>
      ))}
    </Stack>
  );
}
