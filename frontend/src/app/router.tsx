import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { safeNext } from '#frontend/app/safe-next.ts';
import { LoadingError } from '#frontend/app/loading-error.tsx';
import { RootFrame } from '#frontend/app/root-frame.tsx';
import { PendingPage } from '#frontend/app/pending-page.tsx';
import { focusHeading } from '#frontend/lib/navigation.ts';
import { getSession } from '#frontend/lib/session.ts';

/** Every screen has an address (G43): reload, Back and links work. */

const rootRoute = createRootRoute({
  component: RootFrame,
  notFoundComponent: lazyRouteComponent(() => import('#frontend/pages/not-found-page.tsx')),
});

const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    if (getSession().status === 'signed-in') throw redirect({ to: '/create', replace: true });
  },
  component: lazyRouteComponent(() => import('#frontend/pages/landing-page.tsx')),
});

interface SignInSearch {
  /** Absent: sign in. */
  readonly mode?: 'create';
  /** Where to go afterwards. */
  readonly next?: string;
}

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: ({ mode, next }: Record<string, unknown>): SignInSearch => ({
    ...(mode === 'create' && { mode }),
    ...safeNext(next),
  }),
  beforeLoad: ({ search }) => {
    if (getSession().status === 'signed-in') throw redirect({ to: search.next ?? '/create', replace: true });
  },
  component: lazyRouteComponent(() => import('#frontend/pages/sign-in-page.tsx')),
});

/** Everything inside the shell needs a signed-in person; others are asked to sign in and brought back. */
const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  beforeLoad: ({ location }) => {
    if (getSession().status !== 'signed-in') throw redirect({ to: '/sign-in', search: { next: location.href }, replace: true });
  },
  component: lazyRouteComponent(() => import('#frontend/app/shell/shell.tsx')),
});

const builderRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/create',
  component: lazyRouteComponent(() => import('#frontend/pages/builder-page.tsx')),
});

const runsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/create/runs',
  component: lazyRouteComponent(() => import('#frontend/pages/runs-page.tsx')),
});

const runRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/create/runs/$taskId',
  component: lazyRouteComponent(() => import('#frontend/pages/run-page.tsx')),
});

const runLessonRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/create/runs/$taskId/lessons/$lessonId',
  component: lazyRouteComponent(() => import('#frontend/pages/run-lesson-page.tsx')),
});

/** The filter of My Courses. */
export const COURSE_FILTERS = ['all', 'generated', 'saved', 'in-progress', 'completed'] as const;
export type CourseFilter = (typeof COURSE_FILTERS)[number];

interface CoursesSearch {
  /** Absent or unknown: all. */
  readonly filter?: CourseFilter;
  readonly q?: string;
}

const isFilter = (value: unknown): value is CourseFilter => COURSE_FILTERS.includes(value as CourseFilter);

const coursesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/courses',
  validateSearch: ({ filter, q }: Record<string, unknown>): CoursesSearch => ({
    ...(isFilter(filter) && { filter }),
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q) }),
  }),
  component: lazyRouteComponent(() => import('#frontend/pages/courses-page.tsx')),
});

const courseDetailsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/courses/$courseId',
  component: lazyRouteComponent(() => import('#frontend/pages/course-details-page.tsx')),
});

/** `$module` and `$lesson` count from 0, as the specified lesson index `0_1` does. */
const learningRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/courses/$courseId/learn/$module/$lesson',
  component: lazyRouteComponent(() => import('#frontend/pages/learning-page.tsx')),
});

const courseEditRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/courses/$courseId/edit/$lessonId',
  component: lazyRouteComponent(() => import('#frontend/pages/course-edit-page.tsx')),
});

interface HistorySearch {
  /** The version that is compared with the live one; absent: the list alone. */
  readonly version?: number;
}

const courseHistoryRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/courses/$courseId/history',
  validateSearch: ({ version }: Record<string, unknown>): HistorySearch => ({
    ...(Number.isInteger(version) && Number(version) >= 1 && { version: Number(version) }),
  }),
  component: lazyRouteComponent(() => import('#frontend/pages/course-history-page.tsx')),
});

/** `$taskId` is the run that wrote the new text. */
const courseProposalRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/courses/$courseId/proposals/$taskId',
  component: lazyRouteComponent(() => import('#frontend/pages/course-proposal-page.tsx')),
});

const routeTree = rootRoute.addChildren([
  landingRoute,
  signInRoute,
  appRoute.addChildren([
    builderRoute,
    runsRoute,
    runRoute,
    runLessonRoute,
    coursesRoute,
    courseDetailsRoute,
    learningRoute,
    courseEditRoute,
    courseHistoryRoute,
    courseProposalRoute,
  ]),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultPendingComponent: PendingPage,
  defaultErrorComponent: LoadingError,
  scrollRestoration: true,
});

router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
  if (fromLocation !== undefined && pathChanged) focusHeading();
});

interface Preloadable {
  readonly component?: { preload?: () => Promise<unknown> };
}

/** Fetches the code of the screen in the address, so it arrives while the session is being checked. */
export function preloadCurrentScreen(): void {
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    const { component } = router.routesById[routeId as keyof typeof router.routesById].options as Preloadable;
    void component?.preload?.().catch(() => undefined);
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
