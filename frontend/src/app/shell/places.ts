import type { Icon } from '#frontend/ui/icons.tsx';
import type { OpenCourse } from '#frontend/lib/courses/open-course.ts';
import { t } from '#frontend/lib/text.ts';
import {
  AutoStoriesIcon,
  EditNoteIcon,
  ForumIcon,
  InsightsIcon,
  MenuBookIcon,
  MonitorHeartIcon,
  PsychologyIcon,
} from '#frontend/ui/icons.tsx';

/** An entry of a navigation bar. */
export interface Place<Id extends string = string> {
  readonly id: Id;
  readonly caption: string;
  readonly href: string;
  readonly icon: Icon;
  /** Not on a phone's bar, which has room for five. */
  readonly isWideOnly?: boolean;
}

type MainPlace = Place<'builder' | 'courses' | 'learning' | 'community' | 'mentor' | 'dashboard' | 'console'>;

/**
 * The places of the main screen in their order (SHELL-02, G42): Learning only while a course is open (SHELL-03), the console only for operators.
 * A phone's bar has room for five: either stands in the mentor's place, whom the lesson has a button for, and both also in the community's.
 */
export function placesFor(open: OpenCourse | null, isOperator = false): readonly MainPlace[] {
  const places: MainPlace[] = [
    { id: 'builder', caption: t('AI Builder'), href: '/create', icon: EditNoteIcon },
    { id: 'courses', caption: t('My Courses'), href: '/courses', icon: MenuBookIcon },
  ];
  if (open) {
    const href = `/courses/${encodeURIComponent(open.courseId)}/learn/${open.module}/${open.lesson}`;
    places.push({ id: 'learning', caption: t('Learning'), href, icon: AutoStoriesIcon });
  }
  places.push({ id: 'community', caption: t('Community'), href: '/community', icon: ForumIcon, isWideOnly: open !== null && isOperator });
  places.push({ id: 'mentor', caption: t('AI Mentor'), href: '/mentor', icon: PsychologyIcon, isWideOnly: open !== null || isOperator });
  places.push({ id: 'dashboard', caption: t('Dashboard'), href: '/dashboard', icon: InsightsIcon });
  if (isOperator) places.push({ id: 'console', caption: t('Console'), href: '/operator', icon: MonitorHeartIcon });
  return places;
}

/** Returns the place a path belongs to; null when it belongs to none. */
export function placeOf(pathname: string): MainPlace['id'] | null {
  if (/^\/courses\/[^/]+\/learn(\/|$)/.test(pathname)) return 'learning';
  if (/^\/(courses|review|notes|videos|voice-notes|certificates)(\/|$)/.test(pathname)) return 'courses';
  if (/^\/community(\/|$)/.test(pathname)) return 'community';
  if (/^\/mentor(\/|$)/.test(pathname)) return 'mentor';
  if (/^\/dashboard(\/|$)/.test(pathname)) return 'dashboard';
  if (/^\/operator(\/|$)/.test(pathname)) return 'console';
  if (/^\/create(\/|$)/.test(pathname)) return 'builder';
  return null;
}
