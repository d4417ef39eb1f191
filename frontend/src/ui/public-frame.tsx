import type { ReactNode } from 'react';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import useMediaQuery from '@mui/material/useMediaQuery';
import { FRAME_PX, GUTTER_PX } from '#frontend/theme/tokens.ts';
import { Brand } from '#frontend/ui/brand.tsx';

const WIDTH_PX = FRAME_PX + 2 * GUTTER_PX.wide;
/** Width of a screen that consists of one card, such as a form; with a cover beside it. */
const NARROW_PX = 564;
const COVERED_PX = 1040;

const gutters = { marginInline: 'auto', paddingInline: { xs: `${GUTTER_PX.phone}px`, md: `${GUTTER_PX.wide}px` } } as const;

interface PublicFrameProps {
  /** At the end of the header's line. */
  readonly aside?: ReactNode;
  readonly isNarrow?: boolean;
  /** A drawing beside a narrow screen's card, where there is room. It is part of its page, so it is shown at once. */
  readonly cover?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of the public screens. */
export function PublicFrame({ aside, isNarrow = false, cover, children }: PublicFrameProps) {
  const hasRoom = useMediaQuery(`(width >= ${COVERED_PX}px)`, { noSsr: true });
  const isCovered = isNarrow && hasRoom && cover !== undefined;
  const maxWidth = isCovered ? COVERED_PX : isNarrow ? NARROW_PX : WIDTH_PX;
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
          columnGap: { xs: 1, md: 2 },
          minHeight: { xs: 64, md: 80 },
        }}
      >
        <Brand />
        {aside}
      </Stack>
      <Box component="main" sx={{ ...gutters, maxWidth, paddingBlock: '16px 64px' }}>
        {isNarrow ? (
          // `clip`: a sticky footer stays in view at the window's end, which `hidden` would prevent
          <Card sx={{ overflow: 'clip', ...(isCovered && { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' }) }}>
            {isCovered && (
              <Box data-cover sx={{ position: 'relative' }}>
                {/* positioned absolutely, so that the cover never makes the card higher than its form */}
                <Box sx={{ position: 'absolute', inset: 0 }}>{cover}</Box>
              </Box>
            )}
            <Box sx={{ minWidth: 0, padding: { xs: 2.5, sm: 4 } }}>{children}</Box>
          </Card>
        ) : (
          children
        )}
      </Box>
    </>
  );
}
