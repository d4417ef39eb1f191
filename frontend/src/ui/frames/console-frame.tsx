import type { ReactNode } from 'react';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { StickyFoot } from '#frontend/ui/sticky-bar.tsx';
import { FrameBox, FrameColumns } from './frame-box.tsx';
import { FrameHead, type FrameProps } from './frame-head.tsx';

/** keeps the end of the screen clear, so that it covers nothing */
const Foot = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px', marginBlockStart: 24 });

interface ConsoleFrameProps extends FrameProps {
  /** The current figures, above everything else: a `StatSheet`. */
  readonly figures?: ReactNode;
  /** Content to watch beside the main content: services, an open row. Below it on narrow screens. */
  readonly panel?: ReactNode;
  /** Actions on the whole screen, at the end of the heading's line; on a phone at the bottom of the screen. */
  readonly acts?: ReactNode;
  /** Whether the actions are urgent, as when work is paused: on a phone they then stay in view, within reach of the thumb. */
  readonly isHeld?: boolean;
}

/** The frame of screens for monitoring and operation: full width up to 1,800 px, rows and controls of 32 px. */
export function ConsoleFrame({ figures, panel, acts, isHeld = false, actions, children, ...head }: ConsoleFrameProps) {
  const isPhone = useMediaQuery(({ breakpoints }) => breakpoints.down('md'), { noSsr: true });
  const isBelow = isPhone && Boolean(acts);
  return (
    <FrameBox data-frame="console" data-density="dense">
      <FrameHead
        {...head}
        actions={
          acts && !isBelow ? (
            <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
              {actions}
              {acts}
            </Stack>
          ) : (
            actions
          )
        }
        isDense
      />
      {figures}
      {panel === undefined ? (
        <div>{children}</div>
      ) : (
        <FrameColumns data-columns="main panel">
          <div>{children}</div>
          <div>{panel}</div>
        </FrameColumns>
      )}
      {isBelow && (isHeld ? <StickyFoot>{acts}</StickyFoot> : <Foot>{acts}</Foot>)}
    </FrameBox>
  );
}
