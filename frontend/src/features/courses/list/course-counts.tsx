import { styled } from '@mui/material/styles';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';

const Strip = styled('dl')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  margin: '0 0 24px',
  borderBlockStart: `2px solid ${theme.vars.palette.text.primary}`,
  borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
}));
const Cell = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column-reverse',
  flex: '1 1 5.5rem',
  boxSizing: 'border-box',
  paddingBlock: 10,
  paddingInlineEnd: 12,
  '& + &': { borderInlineStart: `1px solid ${theme.vars.palette.line.hairline}`, paddingInlineStart: 20 },
  '& dt': { ...theme.typography.body2, color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, fontSize: theme.typography.h2.fontSize, fontWeight: 600, lineHeight: 1.3 },
}));

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
    <Strip>
      {counts.map(([label, count]) => (
        <Cell key={label}>
          <dt>{label}</dt>
          <dd>{count === null ? '–' : formatNumber(count)}</dd>
        </Cell>
      ))}
    </Strip>
  );
}
