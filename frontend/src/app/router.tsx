import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { appRoute, rootRoute } from '#frontend/app/frame-routes.ts';
import { safeNext } from '#frontend/app/safe-next.ts';
import { LoadingError } from '#frontend/app/loading-error.tsx';
import { PendingPage } from '#frontend/app/pending-page.tsx';
import {
  alarmsSearch,
  billingSearch,
  coursesSearch,
  historySearch,
  joinSearch,
  linkSearch,
  notesSearch,
} from '#frontend/app/route-search.ts';
import { studioRoutes } from '#frontend/app/studio-routes.ts';
import { usageSearch } from '#frontend/features/billing/usage/usage-search.ts';
import { focusHeading } from '#frontend/lib/navigation.ts';
import { getSession } from '#frontend/lib/session/session.ts';

/** Every screen has an address (G43): reload, Back and links work. */

const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  // said to the server only, which gives the app or the landing page's document at this address (documents/hand-over.ts)
  validateSearch: (): { resume?: undefined } => ({ resume: undefined }),
  beforeLoad: ({ search }) => {
    if (getSession().status === 'signed-in') throw redirect({ to: '/create', search, replace: true });
  },
  component: lazyRouteComponent(() => import('#frontend/pages/landing-page.tsx')),
});

interface SignInSearch {
  /** Absent: sign in. */
  readonly mode?: 'create' | undefined;
  /** Where to go afterwards. */
  readonly next?: string | undefined;
}

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: ({ mode, next }: Record<string, unknown>): SignInSearch => ({
    mode: mode === 'create' ? mode : undefined,
    ...safeNext(next),
  }),
  beforeLoad: ({ search }) => {
    if (getSession().status === 'signed-in') throw redirect({ to: search.next ?? '/create', replace: true });
  },
  component: lazyRouteComponent(() => import('#frontend/pages/sign-in-page.tsx')),
});

interface PlansSearch {
  /** Where the person was going when an account was needed first. */
  readonly next?: string | undefined;
}

const plansRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/plans',
  validateSearch: ({ next }: Record<string, unknown>): PlansSearch => safeNext(next),
  component: lazyRouteComponent(() => import('#frontend/pages/account/plans-page.tsx')),
});

/** `$packageId` as in the catalogue: `standard_yearly`, `small_business`. */
const paymentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/plans/$packageId',
  validateSearch: ({ next }: Record<string, unknown>): PlansSearch => safeNext(next),
  component: lazyRouteComponent(() => import('#frontend/pages/account/payment-page.tsx')),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('#frontend/pages/forgot-password-page.tsx')),
});

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  validateSearch: linkSearch,
  component: lazyRouteComponent(() => import('#frontend/pages/reset-password-page.tsx')),
});

const verifyEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify-email',
  validateSearch: linkSearch,
  component: lazyRouteComponent(() => import('#frontend/pages/verify-email-page.tsx')),
});

const builderRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/create',
  component: lazyRouteComponent(() => import('#frontend/pages/builder-page.tsx')),
});

const accountRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('#frontend/pages/account/account-page.tsx')),
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

const coursesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/courses',
  validateSearch: coursesSearch,
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

const glossaryRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/courses/$courseId/glossary',
  component: lazyRouteComponent(() => import('#frontend/pages/glossary-page.tsx')),
});

const notesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/notes',
  validateSearch: notesSearch,
  component: lazyRouteComponent(() => import('#frontend/pages/notes-page.tsx')),
});

const courseEditRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/courses/$courseId/edit/$lessonId',
  component: lazyRouteComponent(() => import('#frontend/pages/course-edit-page.tsx')),
});

const courseHistoryRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/courses/$courseId/history',
  validateSearch: historySearch,
  component: lazyRouteComponent(() => import('#frontend/pages/course-history-page.tsx')),
});

/** `$taskId` is the run that wrote the new text. */
const courseProposalRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/courses/$courseId/proposals/$taskId',
  component: lazyRouteComponent(() => import('#frontend/pages/course-proposal-page.tsx')),
});

const billingRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/billing',
  validateSearch: billingSearch,
  component: lazyRouteComponent(() => import('#frontend/pages/account/billing-page.tsx')),
});

const usageRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/usage',
  validateSearch: usageSearch,
  component: lazyRouteComponent(() => import('#frontend/pages/account/usage-page.tsx')),
});

const profileRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/profile',
  component: lazyRouteComponent(() => import('#frontend/pages/account/profile-page.tsx')),
});

const settingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('#frontend/pages/account/settings-page.tsx')),
});

const organisationRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/organisation',
  component: lazyRouteComponent(() => import('#frontend/pages/account/organisation-page.tsx')),
});

/** Outside the shell: who is not signed in reads first what it is about. */
const joinOrganisationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/organisation/join',
  validateSearch: joinSearch,
  component: lazyRouteComponent(() => import('#frontend/pages/account/join-organisation-page.tsx')),
});

const operatorPages = () => import('#frontend/pages/operator/operator-pages.tsx');
const contractsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/operator/contracts',
  component: lazyRouteComponent(operatorPages, 'ContractsPage'),
});

const paymentAlarmsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/operator/payments',
  validateSearch: alarmsSearch,
  component: lazyRouteComponent(operatorPages, 'PaymentAlarmsPage'),
});

const servicesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/operator/services',
  component: lazyRouteComponent(operatorPages, 'ServicesPage'),
});

const routeTree = rootRoute.addChildren([
  landingRoute,
  signInRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  verifyEmailRoute,
  joinOrganisationRoute,
  plansRoute,
  paymentRoute,
  appRoute.addChildren([
    builderRoute,
    accountRoute,
    runsRoute,
    runRoute,
    runLessonRoute,
    coursesRoute,
    courseDetailsRoute,
    learningRoute,
    glossaryRoute,
    notesRoute,
    courseEditRoute,
    courseHistoryRoute,
    courseProposalRoute,
    profileRoute,
    settingsRoute,
    organisationRoute,
    contractsRoute,
    paymentAlarmsRoute,
    servicesRoute,
    billingRoute,
    usageRoute,
    studioRoutes,
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
