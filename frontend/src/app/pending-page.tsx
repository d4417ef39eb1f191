import Skeleton from '@mui/material/Skeleton';
import { FrameBox } from '#frontend/ui/frames/frame-box.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';

/** The frame of a screen whose code is loading: heading, tabs and rows. It appears at once, because the router has already waited. */
export function PendingPage() {
  return (
    <FrameBox>
      <Skeleton variant="rounded" height={40} sx={{ width: 'min(60%, 24rem)' }} />
      <Skeleton variant="rounded" height={2} sx={{ marginBlock: '54px 24px' }} />
      <LoadingState rows={6} isAtOnce />
    </FrameBox>
  );
}
