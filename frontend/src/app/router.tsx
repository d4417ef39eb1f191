import { createRouter } from '@tanstack/react-router';
import { appRoute, rootRoute } from '#frontend/app/frame-routes.ts';
import { LoadingError } from '#frontend/app/loading-error.tsx';
import { PendingPage } from '#frontend/app/pending-page.tsx';
import { accountRoutes } from '#frontend/app/routes/account-routes.ts';
import { builderRoutes } from '#frontend/app/routes/builder-routes.ts';
import { communityRoutes } from '#frontend/app/routes/community-routes.ts';
import { learningRoutes } from '#frontend/app/routes/learning-routes.ts';
import { liveRoutes } from '#frontend/app/routes/live-routes.ts';
import { marketRoutes } from '#frontend/app/routes/market-routes.ts';
import { operatorRoutes } from '#frontend/app/routes/operator-routes.ts';
import { publicRoutes } from '#frontend/app/routes/public-routes.ts';
import { studioRoutes } from '#frontend/app/routes/studio-routes.ts';
import { focusHeading } from '#frontend/lib/navigation.ts';

/** Every screen has an address (G43), so that reload, Back and links work. */
const routeTree = rootRoute.addChildren([
  ...publicRoutes,
  appRoute.addChildren([
    ...builderRoutes,
    ...learningRoutes,
    ...communityRoutes,
    ...liveRoutes,
    ...marketRoutes,
    ...accountRoutes,
    operatorRoutes,
    studioRoutes,
  ]),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  // the next screen's frame replaces the old screen soon, and only until its code has loaded
  defaultPendingMs: 100,
  defaultPendingMinMs: 0,
  defaultPendingComponent: PendingPage,
  defaultErrorComponent: LoadingError,
  // while the app replaces a server-rendered page, the visitor keeps that page's scroll position
  scrollRestoration: () => !document.getElementById('served'),
});

router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
  if (fromLocation !== undefined && pathChanged) focusHeading();
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
