import { lazy, Suspense } from 'react';
import { styled } from '@mui/material/styles';
import type { MotifName } from '#contract/courses/cover-art/cover-art.ts';
import { ACHIEVEMENTS, type AchievementCount } from '#contract/dashboard/achievements.ts';

const DrawnMotif = lazy(async () => ({ default: (await import('#frontend/ui/drawn-cover.tsx')).DrawnMotif }));

/** What a badge shows: pages for lessons, summits for courses, laps for days in a row. */
const MOTIFS: Readonly<Record<AchievementCount, MotifName>> = {
  lessons: 'books',
  courses: 'mountains',
  generated: 'planes',
  notes: 'letters',
  minutes: 'orbits',
  streak: 'tracks',
  days: 'turbines',
};

const Medal = styled('div')(({ theme }) => ({
  flex: 'none',
  width: 56,
  height: 56,
  overflow: 'hidden',
  borderRadius: '50%',
  border: `2px solid ${theme.vars.palette.background.default}`,
  outline: `2px solid ${theme.vars.palette.primary.main}`,
  backgroundColor: theme.vars.palette.background.sunken,
  '&[data-awarded="false"]': {
    outline: `2px dashed ${theme.vars.palette.line.control}`,
    '& > svg': { filter: 'grayscale(1)', opacity: 0.35 },
  },
}));

interface AchievementBadgeProps {
  readonly id: string;
  readonly isAwarded: boolean;
}

/** The badge of an achievement, of the same hand as the covers; pale until it is awarded. It is decorative: the row says both in words. */
export function AchievementBadge({ id, isAwarded }: AchievementBadgeProps) {
  const rule = ACHIEVEMENTS.find((one) => one.id === id);
  return (
    <Medal data-awarded={isAwarded} aria-hidden="true">
      <Suspense>{rule && <DrawnMotif motif={MOTIFS[rule.counts]} name={id} />}</Suspense>
    </Medal>
  );
}
