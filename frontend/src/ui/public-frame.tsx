import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import { FRAME_PX, GUTTER_PX } from '#frontend/theme/tokens.ts';
import { Brand } from '#frontend/ui/brand.tsx';

const WIDTH_PX = FRAME_PX + 2 * GUTTER_PX.wide;
/** Width of a single-column screen, such as a form. */
const NARROW_PX = 500;

const Bar = styled('header')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '0 16px',
  minHeight: 64,
  marginInline: 'auto',
  paddingInline: 16,
  [theme.breakpoints.up('md')]: { minHeight: 80, paddingInline: 40 },
}));
const Main = styled('main')(({ theme }) => ({
  marginInline: 'auto',
  padding: '16px 16px 64px',
  [theme.breakpoints.up('md')]: { paddingInline: 40 },
}));

interface PublicFrameProps {
  /** At the end of the header's line. */
  readonly aside?: ReactNode;
  readonly isNarrow?: boolean;
  readonly children: ReactNode;
}

/** The frame of the public screens. */
export function PublicFrame({ aside, isNarrow = false, children }: PublicFrameProps) {
  const maxWidth = isNarrow ? NARROW_PX : WIDTH_PX;
  return (
    <>
      <Bar style={{ maxWidth }}>
        <Brand />
        {aside}
      </Bar>
      <Main style={{ maxWidth }}>{children}</Main>
    </>
  );
}
