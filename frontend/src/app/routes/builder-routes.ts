import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '#frontend/app/frame-routes.ts';
import { builderSearch, librarySearch } from '#frontend/app/route-search.ts';

/** For courses without another picture; not awaited, so that the screen does not wait for it. */
const fetchCovers = (): void => void import('#frontend/ui/drawn-cover.tsx');

const builderRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/create',
  validateSearch: builderSearch,
  loader: fetchCovers,
  component: lazyRouteComponent(() => import('#frontend/pages/builder-page.tsx')),
});

const libraryRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/create/library',
  validateSearch: librarySearch,
  loader: fetchCovers,
  component: lazyRouteComponent(() => import('#frontend/pages/library-page.tsx')),
});

const runsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/create/runs',
  component: lazyRouteComponent(() => import('#frontend/pages/runs-page.tsx')),
});

const runRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/create/runs/$taskId',
  loader: fetchCovers,
  component: lazyRouteComponent(() => import('#frontend/pages/run-page.tsx')),
});

const runLessonRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/create/runs/$taskId/lessons/$lessonId',
  component: lazyRouteComponent(() => import('#frontend/pages/run-lesson-page.tsx')),
});

export const builderRoutes = [builderRoute, libraryRoute, runsRoute, runRoute, runLessonRoute];
