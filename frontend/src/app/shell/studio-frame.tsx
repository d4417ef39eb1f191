import { Outlet, useLocation } from '@tanstack/react-router';
import type { NavigationBar } from '#frontend/app/shell/navigation-bar.tsx';
import { studioPlaceOf, studioPlaces } from '#frontend/app/shell/studio-places.ts';
import { StudioHead } from '#frontend/features/studio/frame/studio-head.tsx';
import { useRestoredFocus } from '#frontend/lib/focus/restored-focus.ts';
import { t } from '#frontend/lib/text.ts';

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

interface StudioNavigationProps {
  /** Passed as a prop, so that it stays in the shell's chunk: imported here it would become a shared chunk that every screen waits for. */
  readonly Bar: typeof NavigationBar;
}

/** The navigation of the Creator Studio. It is part of the frame's chunk, which the router preloads, so the main screen waits for neither. */
export function StudioNavigation({ Bar }: StudioNavigationProps) {
  const current = studioPlaceOf(useLocation({ select: ({ pathname }) => pathname }));
  return <Bar label={t('Creator Studio')} places={studioPlaces()} current={current} />;
}
