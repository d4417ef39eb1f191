import type { ReactNode } from 'react';
import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { FrameBox } from './frame-box.tsx';
import { FrameHead, type FrameProps } from './frame-head.tsx';

interface ShelfFrameProps extends FrameProps {
  /** The next thing to do: a `HeroCard`. At most one per screen. */
  readonly hero?: ReactNode;
}

/** The frame of screens for choosing: cards with covers, up to 1,216 px wide. */
export function ShelfFrame({ hero, children, ...head }: ShelfFrameProps) {
  return (
    <FrameBox data-frame="shelf">
      <FrameHead {...head} />
      {/* a hero may render nothing */}
      {hero && <Box sx={{ marginBlockEnd: 4.5, '&:empty': { display: 'none' } }}>{hero}</Box>}
      <div>{children}</div>
    </FrameBox>
  );
}

/** The cards of a shelf as a list, four per row on a desktop and two on a phone. Its children are `CourseCard`s and other cards. */
export const ShelfGrid = styled('ul')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 9.5rem), 1fr))',
  gap: 14,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 15.5rem), 1fr))', gap: 24 },
}));
