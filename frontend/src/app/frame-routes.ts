import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { RootFrame } from '#frontend/app/root-frame.tsx';
import { anySearch, shellSearch } from '#frontend/app/route-search.ts';
import { getSession } from '#frontend/lib/session/session.ts';

/** The root of all routes. */
export const rootRoute = createRootRoute({
  validateSearch: anySearch,
  component: RootFrame,
  notFoundComponent: lazyRouteComponent(() => import('#frontend/pages/not-found-page.tsx')),
});

/** Routes inside the shell require a session; visitors are sent to sign-in and returned afterwards. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  validateSearch: shellSearch,
  beforeLoad: ({ location }) => {
    if (getSession().status !== 'signed-in') throw redirect({ to: '/sign-in', search: { next: location.href }, replace: true });
  },
  component: lazyRouteComponent(() => import('#frontend/app/shell/shell.tsx')),
});
