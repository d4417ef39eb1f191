import type { ReactNode } from 'react';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { TYPE_SCALE } from '#frontend/theme/tokens.ts';
import { CourseCover } from '#frontend/ui/course-cover.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';
import type { CardCourse, CardProgress } from './course-card.tsx';

/** Places the picture beside the words; on a phone, above them. */
export const HERO_GRID = { display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 3fr)' } } as const;

const Picture = styled('div')(({ theme }) => ({
  display: 'grid',
  alignItems: 'center',
  justifyItems: 'center',
  backgroundColor: theme.vars.palette.background.tint,
  color: theme.vars.palette.text.primary,
  // the cover fills its half, however tall the words are
  '& [data-cover], & img': {
    width: '100%',
    height: '100%',
    objectFit: 'cover',
    borderRadius: 0,
    border: 0,
    [theme.breakpoints.up('md')]: { minHeight: 220 },
  },
  // on a phone, the steps below it and their button stay in the first view
  '&[data-low]': { [theme.breakpoints.down('md')]: { height: 104, overflow: 'hidden' } },
}));
const Title = styled(Typography)(({ theme }) => ({
  fontSize: TYPE_SCALE.title,
  [theme.breakpoints.up('md')]: { fontSize: '1.75rem' },
})) as typeof Typography;

interface HeroCardProps {
  /** The course whose cover is the picture of the card. */
  readonly course?: CardCourse;
  /** Another picture if there is no course: an `Illustration`. */
  readonly picture?: ReactNode;
  /** Why this is next: 'Continue where you stopped, 2 days ago'. */
  readonly reason?: ReactNode;
  readonly title: ReactNode;
  readonly line?: ReactNode;
  readonly progress?: CardProgress;
  /** The main button, and at most one beside it. */
  readonly actions?: ReactNode;
  /** Petrol background, as on the market's first screen. */
  readonly isPetrol?: boolean;
  /** Between the words and the buttons: the steps of what is next. */
  readonly children?: ReactNode;
}

/** The next thing to do on a screen, with a picture. At most one per screen. */
export function HeroCard({ course, picture, reason, title, line, progress, actions, isPetrol = false, children }: HeroCardProps) {
  const quiet = isPetrol ? 'inherit' : 'textSecondary';
  return (
    <Card component="section" variant={isPetrol ? 'petrol' : 'outlined'} sx={HERO_GRID}>
      <Picture data-low={children === undefined ? undefined : ''}>
        {course ? <CourseCover title={course.title} category={course.category} picture={course.picture} isFirst /> : picture}
      </Picture>
      <Stack sx={{ justifyContent: 'center', gap: 1, padding: { xs: '18px 18px 20px', md: '28px 32px' }, minWidth: 0 }}>
        {reason !== undefined && (
          <Typography component="div" variant="body2" color={quiet}>
            {reason}
          </Typography>
        )}
        <Title component="h2" variant="h1">
          {title}
        </Title>
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
        {children}
        {actions !== undefined && (
          <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: { xs: 1, md: 1.5 }, marginBlockStart: 1 }}>
            {actions}
          </Stack>
        )}
      </Stack>
    </Card>
  );
}
