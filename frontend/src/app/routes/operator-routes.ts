import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '#frontend/app/frame-routes.ts';
import { operatorSearch } from '#frontend/app/route-search.ts';

/** The console: all sections share one frame, which derives the open section and row from the URL. */
const frameRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/operator',
  validateSearch: operatorSearch,
  component: lazyRouteComponent(() => import('#frontend/pages/operator/operator-frame.tsx')),
});

const overviewRoute = createRoute({ getParentRoute: () => frameRoute, path: '/' });
const sectionRoute = createRoute({ getParentRoute: () => frameRoute, path: '/$section' });
const rowRoute = createRoute({ getParentRoute: () => frameRoute, path: '/$section/$id' });

export const operatorRoutes = frameRoute.addChildren([overviewRoute, sectionRoute, rowRoute]);
