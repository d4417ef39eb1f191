import type { ReactNode } from 'react';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { CourseCover } from '#frontend/ui/course-cover.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';
import type { CardCourse, CardProgress } from './course-card.tsx';

/** The picture and the words beside it; on a phone, above them. */
export const HERO_GRID = { display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 3fr)' } } as const;

interface HeroCardProps {
  /** Its cover is the picture of the card. */
  readonly course?: CardCourse;
  /** Another picture, where there is no course: an `Illustration`. */
  readonly picture?: ReactNode;
  /** Why this is next: 'Continue where you stopped, 2 days ago'. */
  readonly reason?: ReactNode;
  readonly title: ReactNode;
  readonly line?: ReactNode;
  readonly progress?: CardProgress;
  /** The one button, and at most one beside it. */
  readonly actions?: ReactNode;
  /** On petrol, as on the market's first screen. */
  readonly isPetrol?: boolean;
}

/** What is next on a screen, with its picture. One a screen. */
export function HeroCard({ course, picture, reason, title, line, progress, actions, isPetrol = false }: HeroCardProps) {
  const quiet = isPetrol ? 'inherit' : 'textSecondary';
  return (
    <Card
      component="section"
      sx={[HERO_GRID, isPetrol && { color: 'primary.contrastText', backgroundColor: 'primary.main', borderColor: 'primary.main' }]}
    >
      <Box
        sx={{
          display: 'grid',
          alignItems: 'center',
          justifyItems: 'center',
          backgroundColor: 'background.tint',
          color: 'text.primary',
          // the cover fills its half, whatever the height of the words beside it
          '& [data-cover], & img': {
            width: '100%',
            height: '100%',
            minHeight: { md: 220 },
            objectFit: 'cover',
            borderRadius: 0,
            border: 0,
          },
        }}
      >
        {course ? <CourseCover title={course.title} category={course.category} picture={course.picture} isFirst /> : picture}
      </Box>
      <Stack sx={{ justifyContent: 'center', gap: 1, padding: { xs: '18px 18px 20px', md: '28px 32px' }, minWidth: 0 }}>
        {reason !== undefined && (
          <Typography component="div" variant="body2" color={quiet}>
            {reason}
          </Typography>
        )}
        <Typography component="h2" variant="h1" sx={{ fontSize: { xs: '1.3125rem', md: '1.75rem' } }}>
          {title}
        </Typography>
        {line !== undefined && (
          <Typography component="div" color={quiet}>
            {line}
          </Typography>
        )}
        {progress && (
          <Box sx={{ maxWidth: 420, marginBlock: 0.5 }}>
            <ProgressMeter label={progress.label} value={progress.value} valueText={progress.words} />
          </Box>
        )}
        {actions !== undefined && (
          <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1.5, marginBlockStart: 1 }}>
            {actions}
          </Stack>
        )}
      </Stack>
    </Card>
  );
}
