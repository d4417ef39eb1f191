import BarChartIcon from '@mui/icons-material/BarChartOutlined';
import GroupsIcon from '@mui/icons-material/GroupsOutlined';
import LibraryBooksIcon from '@mui/icons-material/LibraryBooksOutlined';
import PostAddIcon from '@mui/icons-material/PostAddOutlined';
import SpaceDashboardIcon from '@mui/icons-material/SpaceDashboardOutlined';
import type { Place } from '#frontend/app/shell/places.ts';
import { t } from '#frontend/lib/text.ts';

type StudioPlace = Place<'overview' | 'courses' | 'analytics' | 'students' | 'create'>;

/** The navigation entries of the Creator Studio in order, the overview first (CRE-02). */
export const studioPlaces = (): readonly StudioPlace[] => [
  { id: 'overview', caption: t('Overview'), href: '/studio', icon: SpaceDashboardIcon },
  { id: 'courses', caption: t('Courses'), href: '/studio/courses', icon: LibraryBooksIcon },
  { id: 'analytics', caption: t('Analytics'), href: '/studio/analytics', icon: BarChartIcon },
  { id: 'students', caption: t('Students'), href: '/studio/students', icon: GroupsIcon },
  { id: 'create', caption: t('Create'), href: '/studio/create', icon: PostAddIcon },
];

/** Returns the entry a studio path belongs to; null when it belongs to none. */
export function studioPlaceOf(pathname: string): StudioPlace['id'] | null {
  const part = /^\/studio(?:\/(courses|analytics|students|create)(?:\/|$)|\/?$)/i.exec(pathname);
  return part && ((part[1]?.toLowerCase() as StudioPlace['id'] | undefined) ?? 'overview');
}
