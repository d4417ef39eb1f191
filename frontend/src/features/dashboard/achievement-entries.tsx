import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { lazy, Suspense } from 'react';
import Avatar from '@mui/material/Avatar';
import type { MotifName } from '#contract/courses/cover-art/cover-art.ts';
import { ACHIEVEMENTS, type AchievementCount } from '#contract/dashboard/achievements.ts';
import type { Achievement } from '#contract/dashboard/dashboard.contract.ts';
import { formatDate, formatNumber } from '#frontend/lib/format.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { Entry } from '#frontend/ui/list/entry-list.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';

interface AchievementProps {
  readonly achievement: Achievement;
}

/** An achievement in a list: its date once awarded, otherwise the progress towards it. */
export function AchievementRow({ achievement }: AchievementProps) {
  const { id, title, title_words: words, awarded_at: at } = achievement;
  return (
    <Entry
      picture={<AchievementBadge id={id} isAwarded={at !== null} />}
      title={translateServerText(title, words)}
      lines={[stateOf(achievement)]}
      figure={<Points achievement={achievement} />}
    />
  );
}

/** An achievement on a shelf of trophies. */
export function AchievementCard({ achievement }: AchievementProps) {
  const { id, title, title_words: words, awarded_at: at, progress, target } = achievement;
  const name = translateServerText(title, words);
  return (
    <Card sx={{ height: '100%' }}>
      <Stack sx={{ alignItems: 'center', textAlign: 'center', gap: 1, padding: 2, height: '100%', boxSizing: 'border-box' }}>
        <AchievementBadge id={id} isAwarded={at !== null} size={88} />
        <Typography variant="h3" component="h2">
          {name}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {stateOf(achievement)}
        </Typography>
        {at === null && (
          <Stack sx={{ alignSelf: 'stretch' }}>
            <ProgressMeter label={t('Progress of {title}', { title: name })} value={Math.floor((progress / target) * 100)} />
          </Stack>
        )}
        <Stack sx={{ marginBlockStart: 'auto' }}>
          <Points achievement={achievement} />
        </Stack>
      </Stack>
    </Card>
  );
}

const stateOf = ({ awarded_at: at, counts, progress, target }: Achievement): string =>
  at === null ? progressWords(counts, progress, target) : formatDate(at);

const HOUR = 60;

function progressWords(counts: Achievement['counts'], progress: number, target: number): string {
  const words = { n: formatNumber(progress), total: target };
  switch (counts) {
    case 'lessons':
      return t('{n} of {total, plural, one {# lesson} other {# lessons}}', words);
    case 'courses':
    case 'generated':
      return t('{n} of {total, plural, one {# course} other {# courses}}', words);
    case 'notes':
      return t('{n} of {total, plural, one {# note} other {# notes}}', words);
    case 'minutes':
      return target <= HOUR
        ? t('{n} of {total, plural, one {# minute} other {# minutes}}', words)
        : t('{n} of {total, plural, one {# hour} other {# hours}}', {
            n: formatNumber(Math.floor((10 * progress) / HOUR) / 10),
            total: target / HOUR,
          });
    case 'streak':
    case 'days':
      return t('{n} of {total, plural, one {# day} other {# days}}', words);
  }
}

function Points({ achievement: { points, awarded_at: at } }: AchievementProps) {
  return (
    <Chip
      component="span"
      size="small"
      color={at === null ? 'default' : 'primary'}
      label={t('{n, plural, one {+# point} other {+# points}}', { n: points })}
    />
  );
}

const DrawnMotif = lazy(async () => ({ default: (await import('#frontend/ui/drawn-cover.tsx')).DrawnMotif }));

/** Motifs of badges: pages for lessons, summits for courses, laps for days in a row. */
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

/** The badge of an achievement, in the style of the covers; pale until it is awarded. Decorative: words beside it say both. */
function AchievementBadge({ id, isAwarded, size = 56 }: AchievementBadgeProps) {
  const rule = ACHIEVEMENTS.find((one) => one.id === id);
  return (
    <Avatar aria-hidden="true" sx={{ width: size, height: size, ...(!isAwarded && { filter: 'grayscale(1)', opacity: 0.4 }) }}>
      <Suspense>{rule && <DrawnMotif motif={MOTIFS[rule.counts]} name={id} />}</Suspense>
    </Avatar>
  );
}
