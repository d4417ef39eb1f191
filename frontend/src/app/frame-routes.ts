import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { RootFrame, AppFrame } from '#frontend/app/root-frame.tsx';
import { anySearch, shellSearch } from '#frontend/app/route-search.ts';
import { getSession } from '#frontend/lib/session/session.ts';

/** The root of all routes. */
export const rootRoute = createRootRoute({
  validateSearch: anySearch,
  component: RootFrame,
  notFoundComponent: lazyRouteComponent(() => import('#frontend/pages/not-found-page.tsx')),
});

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** A screen that visitors can also see, outside the shell. */
    readonly isOpen?: true;
  }
}

/** Routes inside the shell require a session, unless they are open; visitors are sent to sign-in and returned afterwards. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  validateSearch: shellSearch,
  beforeLoad: ({ location, matches }) => {
    if (getSession().status === 'signed-in' || matches.some(({ staticData }) => staticData.isOpen)) return;
    throw redirect({ to: '/sign-in', search: { next: location.href }, replace: true });
  },
  component: AppFrame,
});
