import { Outlet } from '@tanstack/react-router';
import { STUDIO_HEAD } from '#frontend/features/studio/frame/studio-head.tsx';
import { useRestoredFocus } from '#frontend/lib/focus/restored-focus.ts';
import { PlaceHeadContext } from '#frontend/ui/frames/frame-head.tsx';

/** A screen of the Creator Studio under the shared header; its head contains the studio's line and button. */
export default function StudioFrame() {
  const main = useRestoredFocus();
  return (
    <PlaceHeadContext value={STUDIO_HEAD}>
      <div ref={main}>
        <Outlet />
      </div>
    </PlaceHeadContext>
  );
}
