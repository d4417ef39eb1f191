import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { rootRoute } from '#frontend/app/frame-routes.ts';
import { joinSearch, linkSearch, plansSearch } from '#frontend/app/route-search.ts';
import { safeNext } from '#frontend/app/safe-next.ts';
import { openingAddress } from '#frontend/lib/preferences/opening-place.ts';
import { getSession } from '#frontend/lib/session/session.ts';

/** Screens outside the shell, for visitors. */

interface SignInSearch {
  /** By default, sign in. */
  readonly mode?: 'create' | undefined;
  /** Where to go afterwards. */
  readonly next?: string | undefined;
}

const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  // read only by the server, which then serves the app instead of the landing page (documents/redirect-to-app.ts)
  validateSearch: (): { resume?: undefined } => ({ resume: undefined }),
  beforeLoad: ({ search }) => {
    if (getSession().status === 'signed-in') throw redirect({ to: openingAddress(getSession().user), search, replace: true });
  },
  component: lazyRouteComponent(() => import('#frontend/pages/landing-page.tsx')),
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: ({ mode, next }: Record<string, unknown>): SignInSearch => ({
    mode: mode === 'create' ? mode : undefined,
    ...safeNext(next),
  }),
  beforeLoad: ({ search }) => {
    if (getSession().status === 'signed-in') throw redirect({ to: search.next ?? openingAddress(getSession().user), replace: true });
  },
  component: lazyRouteComponent(() => import('#frontend/pages/sign-in-page.tsx')),
});

const plansRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/plans',
  validateSearch: plansSearch,
  component: lazyRouteComponent(() => import('#frontend/pages/account/plans-page.tsx')),
});

/** `$packageId` as in the catalogue: `standard_yearly`, `small_business`. */
const paymentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/plans/$packageId',
  validateSearch: ({ next }: Record<string, unknown>): { readonly next?: string | undefined } => safeNext(next),
  component: lazyRouteComponent(() => import('#frontend/pages/account/payment-page.tsx')),
});

/** `plan` as in the catalogue: `enterprise`. */
const contactSalesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contact-sales',
  validateSearch: ({ plan }: Record<string, unknown>): { readonly plan?: string | undefined } => ({
    plan: typeof plan === 'string' ? plan : undefined,
  }),
  component: lazyRouteComponent(() => import('#frontend/pages/account/contact-sales-page.tsx')),
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

const parentalConsentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/parental-consent',
  validateSearch: linkSearch,
  component: lazyRouteComponent(() => import('#frontend/pages/account/parental-consent-page.tsx')),
});

const unsubscribeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/unsubscribe',
  validateSearch: linkSearch,
  component: lazyRouteComponent(() => import('#frontend/pages/account/unsubscribe-page.tsx')),
});

/** Outside the shell: visitors see what the invite is about before they sign in. */
const joinOrganisationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/organisation/join',
  validateSearch: joinSearch,
  component: lazyRouteComponent(() => import('#frontend/pages/account/join-organisation-page.tsx')),
});

/** Outside the shell: the user decides, and returns to where they came from. */
const connectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/connect/$uid',
  beforeLoad: ({ location }) => {
    if (getSession().status !== 'signed-in') throw redirect({ to: '/sign-in', search: { next: location.href }, replace: true });
  },
  component: lazyRouteComponent(() => import('#frontend/pages/account/connect-page.tsx')),
});

const certificateRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/certificates/$certificateId',
  component: lazyRouteComponent(() => import('#frontend/pages/certificate-page.tsx')),
});

const sharedCourseRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shared/$token',
  component: lazyRouteComponent(() => import('#frontend/pages/sharing/shared-course-page.tsx')),
});

const providerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in/$provider',
  component: lazyRouteComponent(() => import('#frontend/pages/account/provider-page.tsx')),
});

const organisationReturnRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in/organisation/$connectionId',
  component: lazyRouteComponent(() => import('#frontend/pages/account/organisation-return-page.tsx')),
});

/** The interface components in all their states, for developers; nothing links here. */
const kitRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/kit',
  component: lazyRouteComponent(() => import('#frontend/pages/kit/kit-page.tsx')),
});

export const publicRoutes = [
  kitRoute,
  providerRoute,
  organisationReturnRoute,
  sharedCourseRoute,
  certificateRoute,
  landingRoute,
  signInRoute,
  plansRoute,
  paymentRoute,
  contactSalesRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  verifyEmailRoute,
  parentalConsentRoute,
  unsubscribeRoute,
  joinOrganisationRoute,
  connectRoute,
];
