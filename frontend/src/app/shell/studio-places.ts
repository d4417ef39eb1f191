import type { Place } from '#frontend/app/shell/places.ts';
import { t } from '#frontend/lib/text.ts';
import { BarChartIcon, GroupsIcon, LibraryBooksIcon, PostAddIcon, SpaceDashboardIcon } from '#frontend/ui/icons.tsx';

type StudioPlace = Place<'overview' | 'courses' | 'analytics' | 'students' | 'create'>;

/** The navigation entries of the Creator Studio in order, the overview first (CRE-02). */
export const studioPlaces = (): readonly StudioPlace[] => [
  { id: 'overview', caption: t('Overview'), href: '/studio', icon: SpaceDashboardIcon },
  { id: 'courses', caption: t('Courses'), href: '/studio/courses', icon: LibraryBooksIcon },
  { id: 'analytics', caption: t('Analytics'), href: '/studio/analytics', icon: BarChartIcon },
  { id: 'students', caption: t('Students'), href: '/studio/students', icon: GroupsIcon },
  { id: 'create', caption: t('Create'), href: '/studio/create', icon: PostAddIcon },
];

/** The entry of each part of the studio's addresses; one without an address of its own is reached from there. */
const PLACE_OF: Readonly<Record<string, StudioPlace['id']>> = {
  '': 'overview',
  payouts: 'overview',
  courses: 'courses',
  batches: 'courses',
  analytics: 'analytics',
  students: 'students',
  create: 'create',
};

/** Returns the entry a studio path belongs to; null when it belongs to none. */
export function studioPlaceOf(pathname: string): StudioPlace['id'] | null {
  const part = /^\/studio(?:\/([^/]*)|$)/i.exec(pathname);
  return (part && PLACE_OF[part[1]?.toLowerCase() ?? '']) ?? null;
}
