import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { styled, type Theme } from '@mui/material/styles';
import { CourseCover, type CoverPicture } from '#frontend/ui/course-cover.tsx';
import { CourseTitle } from '#frontend/ui/course-title.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';

const Frame = styled(Card)({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  height: '100%',
  boxSizing: 'border-box',
  transition: 'transform 160ms ease-out',
  '&:has(:is(a, h2 > button, h3 > button):hover)': { transform: 'translateY(-2px)' },
  '@media (prefers-reduced-motion: reduce)': { '&:has(:is(a, h2 > button, h3 > button):hover)': { transform: 'none' } },
  '& [data-cover], & img': { borderRadius: 0, border: 0 },
}) as typeof Card;

/** Covers the whole card; the card's controls lie above it. */
const stretched = (theme: Theme) => ({
  color: theme.vars.palette.text.primary,
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline', textDecorationThickness: 1, textUnderlineOffset: '0.2em' },
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 'inherit' },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: `3px solid ${theme.vars.palette.focus.main}`, outlineOffset: -3, borderRadius: 16 },
});
const StretchedLink = styled(Link)(({ theme }) => stretched(theme));
const StretchedButton = styled('button')(({ theme }) => ({
  ...stretched(theme),
  font: 'inherit',
  letterSpacing: 'inherit',
  textAlign: 'start',
  padding: 0,
  border: 0,
  background: 'none',
  cursor: 'pointer',
}));

export interface CardCourse {
  readonly title: string;
  /** Language of the course's texts; by default the interface's. */
  readonly language?: string | undefined;
  /** Category of a course in the market: it decides the drawing if no word of the title does. */
  readonly category?: string | null | undefined;
  readonly picture?: CoverPicture | null | undefined;
}

export interface CardProgress {
  /** Names the bar for screen readers. */
  readonly label: string;
  /** Whole percent, 0-100. */
  readonly value: number;
  /** '3 of 8 lessons' */
  readonly words?: string;
}

interface CourseCardProps {
  readonly course: CardCourse;
  /** The course's address; absent if the card is only shown, as in a preview. */
  readonly to?: string;
  /** What a press does for a course that has no address yet; `isPending` while it is done. */
  readonly press?: { readonly onPress: () => void; readonly isPending: boolean };
  /** One line below the title: the author, or the reader's place in the course. */
  readonly line?: ReactNode;
  readonly progress?: CardProgress;
  /** Short facts below: rating, length; the last one, such as a price, is at the end of the line. */
  readonly facts?: readonly ReactNode[];
  /** A chip on the cover: new, draft, sold. */
  readonly mark?: ReactNode;
  /** One menu with all other actions: `OptionsButton`. */
  readonly menu?: ReactNode;
  /** Level of the card's heading on the screen. */
  readonly heading?: 'h2' | 'h3';
}

/** A course to choose. A press anywhere on the card opens it. */
export function CourseCard({ course, to, press, line, progress, facts, mark, menu, heading = 'h3' }: CourseCardProps) {
  const name = <CourseTitle title={course.title} language={course.language} />;
  return (
    <Frame component="article">
      <CourseCover title={course.title} category={course.category} picture={course.picture} />
      {mark !== undefined && <Box sx={{ position: 'absolute', insetBlockStart: 10, insetInlineStart: 10 }}>{mark}</Box>}
      <Stack sx={{ flex: 1, padding: { xs: '10px 12px 12px', md: '14px 18px 16px' }, gap: 0.5 }}>
        <Stack direction="row" sx={{ alignItems: 'flex-start', justifyContent: 'space-between', gap: 0.5 }}>
          <Typography component={heading} variant="h3" sx={{ minWidth: 0 }}>
            {to !== undefined ? (
              <StretchedLink to={to}>{name}</StretchedLink>
            ) : press ? (
              <StretchedButton type="button" aria-busy={press.isPending} onClick={press.onPress}>
                {name}
              </StretchedButton>
            ) : (
              name
            )}
          </Typography>
          {menu !== undefined && <Box sx={{ position: 'relative', marginBlock: '-8px', marginInlineEnd: '-10px' }}>{menu}</Box>}
        </Stack>
        {line !== undefined && (
          <Typography component="div" variant="body2" color="textSecondary">
            {line}
          </Typography>
        )}
        {(progress || facts) && (
          <Stack sx={{ marginBlockStart: 'auto', paddingBlockStart: 1, gap: 1 }}>
            {progress && <ProgressMeter label={progress.label} value={progress.value} valueText={progress.words} />}
            {facts && <Facts facts={facts} />}
          </Stack>
        )}
      </Stack>
    </Frame>
  );
}

function Facts({ facts }: { readonly facts: readonly ReactNode[] }) {
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5 }}>
      {facts.map((fact, index) => (
        <Typography
          // keeps the order of the facts
          key={index}
          component="div"
          variant="body2"
          color="textSecondary"
          sx={index === facts.length - 1 && facts.length > 1 ? { marginInlineStart: 'auto' } : undefined}
        >
          {fact}
        </Typography>
      ))}
    </Stack>
  );
}
