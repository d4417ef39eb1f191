import { lazy, Suspense } from 'react';
import Avatar from '@mui/material/Avatar';
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

interface AchievementBadgeProps {
  readonly id: string;
  readonly isAwarded: boolean;
  /** Width in px. */
  readonly size?: number;
}

/** The badge of an achievement, of the same hand as the covers; pale until it is awarded. It is decorative: words beside it say both. */
export function AchievementBadge({ id, isAwarded, size = 56 }: AchievementBadgeProps) {
  const rule = ACHIEVEMENTS.find((one) => one.id === id);
  return (
    <Avatar aria-hidden="true" sx={{ width: size, height: size, ...(!isAwarded && { filter: 'grayscale(1)', opacity: 0.4 }) }}>
      <Suspense>{rule && <DrawnMotif motif={MOTIFS[rule.counts]} name={id} />}</Suspense>
    </Avatar>
  );
}
