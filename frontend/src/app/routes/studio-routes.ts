import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '#frontend/app/frame-routes.ts';
import { studioCourseSearch, studioCoursesSearch } from '#frontend/app/route-search.ts';
import { figuresSearch } from '#frontend/features/studio/figures/figures-search.ts';

/** The Creator Studio replaces the main screen within the same shell (CRE-01). */
const frameRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/studio',
  component: lazyRouteComponent(() => import('#frontend/app/shell/studio-frame.tsx')),
});

const courseEditPages = () => import('#frontend/pages/course-edit-page.tsx');

const overviewRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/',
  validateSearch: figuresSearch,
  component: lazyRouteComponent(() => import('#frontend/pages/studio/studio-overview-page.tsx')),
});

const coursesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/courses',
  validateSearch: studioCoursesSearch,
  component: lazyRouteComponent(() => import('#frontend/pages/studio/studio-courses-page.tsx')),
});

const courseRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/courses/$courseId',
  validateSearch: studioCourseSearch,
  component: lazyRouteComponent(() => import('#frontend/pages/studio/studio-course-page.tsx')),
});

const courseEditRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/courses/$courseId/edit',
  component: lazyRouteComponent(() => import('#frontend/pages/studio/studio-course-edit-page.tsx')),
});

const lessonRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/courses/$courseId/lessons/$lessonId',
  component: lazyRouteComponent(courseEditPages, 'StudioLessonPage'),
});

const analyticsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/analytics',
  component: lazyRouteComponent(() => import('#frontend/pages/studio/studio-analytics-page.tsx')),
});

const studentsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/students',
  component: lazyRouteComponent(() => import('#frontend/pages/studio/studio-students-page.tsx')),
});

const payoutsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/payouts',
  validateSearch: (search): { onboarding?: 'done' | 'again' } =>
    search.onboarding === 'done' || search.onboarding === 'again' ? { onboarding: search.onboarding } : {},
  component: lazyRouteComponent(() => import('#frontend/pages/studio/studio-payouts-page.tsx')),
});

const createCourseRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/create',
  component: lazyRouteComponent(() => import('#frontend/pages/studio/studio-create-page.tsx')),
});

const batchesPage = lazyRouteComponent(() => import('#frontend/pages/studio/studio-batches-page.tsx'));
const batchesRoute = createRoute({ getParentRoute: () => frameRoute, path: '/batches', component: batchesPage });
const batchRoute = createRoute({ getParentRoute: () => frameRoute, path: '/batches/$batchId', component: batchesPage });

export const studioRoutes = frameRoute.addChildren([
  overviewRoute,
  coursesRoute,
  courseRoute,
  courseEditRoute,
  lessonRoute,
  analyticsRoute,
  studentsRoute,
  payoutsRoute,
  batchesRoute,
  batchRoute,
  createCourseRoute,
]);
