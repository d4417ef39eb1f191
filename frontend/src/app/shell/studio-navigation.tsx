import { useLocation } from '@tanstack/react-router';
import { NavigationBar } from '#frontend/app/shell/navigation-bar.tsx';
import { studioPlaceOf, studioPlaces } from '#frontend/app/shell/studio-places.ts';
import { t } from '#frontend/lib/text.ts';

/** The navigation of the Creator Studio: part of the shell, so that it is there before any of the studio has loaded. */
export function StudioNavigation() {
  const current = studioPlaceOf(useLocation({ select: ({ pathname }) => pathname }));
  return <NavigationBar label={t('Creator Studio')} places={studioPlaces()} current={current} />;
}
