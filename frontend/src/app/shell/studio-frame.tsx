import { Outlet } from '@tanstack/react-router';
import { StudioHead } from '#frontend/features/studio/frame/studio-head.tsx';
import { useRestoredFocus } from '#frontend/lib/focus/restored-focus.ts';

/** A screen of the Creator Studio under the shared header. */
export default function StudioFrame() {
  const main = useRestoredFocus();
  return (
    <>
      <StudioHead />
      <div ref={main}>
        <Outlet />
      </div>
    </>
  );
}
