import type { ReactNode } from 'react';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import { FRAME_PX, GUTTER_PX } from '#frontend/theme/tokens.ts';
import { Brand } from '#frontend/ui/brand.tsx';

const WIDTH_PX = FRAME_PX + 2 * GUTTER_PX.wide;
/** Width of a screen that is one card, such as a form. */
const NARROW_PX = 564;

const gutters = { marginInline: 'auto', paddingInline: { xs: `${GUTTER_PX.phone}px`, md: `${GUTTER_PX.wide}px` } } as const;

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
      <Stack
        component="header"
        direction="row"
        useFlexGap
        sx={{
          ...gutters,
          maxWidth,
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          columnGap: 2,
          minHeight: { xs: 64, md: 80 },
        }}
      >
        <Brand />
        {aside}
      </Stack>
      <Box component="main" sx={{ ...gutters, maxWidth, paddingBlock: '16px 64px' }}>
        {isNarrow ? <Card sx={{ padding: { xs: 2.5, sm: 4 } }}>{children}</Card> : children}
      </Box>
    </>
  );
}
