import { FrameBox } from '#frontend/ui/frames/frame-box.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';

/** Shown while a screen's code is loading. */
export function PendingPage() {
  return (
    <FrameBox sx={{ marginBlockStart: 7 }}>
      <LoadingState rows={5} />
    </FrameBox>
  );
}
