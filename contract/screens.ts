/** Every address that shows a screen; `$name` stands for one part. The router of the frontend has exactly these (a test compares them). */
export const SCREENS = [
  '/',
  '/sign-in',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/plans',
  '/plans/$packageId',
  '/market',
  '/market/$courseId',
  '/create',
  '/create/runs',
  '/create/runs/$taskId',
  '/create/runs/$taskId/lessons/$lessonId',
  '/courses',
  '/courses/$courseId',
  '/courses/$courseId/learn/$module/$lesson',
  '/courses/$courseId/glossary',
  '/courses/$courseId/edit/$lessonId',
  '/courses/$courseId/history',
  '/courses/$courseId/proposals/$taskId',
  '/notes',
  '/mentor',
  '/account',
  '/profile',
  '/settings',
  '/billing',
  '/usage',
  '/studio',
  '/studio/courses',
  '/studio/courses/$courseId',
  '/studio/courses/$courseId/edit',
  '/studio/analytics',
  '/studio/students',
  '/studio/create',
  '/organisation',
  '/organisation/join',
  '/operator/contracts',
  '/operator/payments',
  '/operator/services',
] as const;

// as the router does: upper or lower case, with or without a slash at the end
const KNOWN = new RegExp(`^(?:${SCREENS.map((path) => path.replaceAll(/\$\w+/g, '[^/]+').replace(/\/$/, '')).join('|')})/?$`, 'i');

/** @param path of an address, without its query: `/courses/0194` */
export const isScreen = (path: string): boolean => KNOWN.test(path);
