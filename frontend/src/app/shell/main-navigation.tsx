import { useLocation } from '@tanstack/react-router';
import { NavigationBar } from '#frontend/app/shell/navigation-bar.tsx';
import { placeOf, placesFor } from '#frontend/app/shell/places.ts';
import { useOpenCourse } from '#frontend/lib/courses/open-course.ts';
import { useSession } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';

/** The navigation of the main screen. */
export function MainNavigation() {
  const isOperator = useSession().user?.roles.some((role) => role === 'operator' || role === 'admin') ?? false;
  const current = placeOf(useLocation({ select: ({ pathname }) => pathname }));
  return <NavigationBar label={t('Main')} places={placesFor(useOpenCourse(), isOperator)} current={current} />;
}
