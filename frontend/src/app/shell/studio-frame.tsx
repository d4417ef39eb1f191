import { Outlet, useLocation } from '@tanstack/react-router';
import type { NavigationBar } from '#frontend/app/shell/navigation-bar.tsx';
import { studioPlaceOf, studioPlaces } from '#frontend/app/shell/studio-places.ts';
import { StudioHead } from '#frontend/features/studio/frame/studio-head.tsx';
import { t } from '#frontend/lib/text.ts';

/** A screen of the Creator Studio below the head they share. */
export default function StudioFrame() {
  return (
    <>
      <StudioHead />
      <Outlet />
    </>
  );
}

interface StudioNavigationProps {
  /** Handed over, so that it stays part of the shell: in a file of both it would be one more that every screen waits for. */
  readonly Bar: typeof NavigationBar;
}

/** The way through the Creator Studio. It comes with the frame, which the router fetches ahead; the main screen waits for neither. */
export function StudioNavigation({ Bar }: StudioNavigationProps) {
  const current = studioPlaceOf(useLocation({ select: ({ pathname }) => pathname }));
  return <Bar label={t('Creator Studio')} places={studioPlaces()} current={current} />;
}
