import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '#frontend/app/frame-routes.ts';
import { marketSearch } from '#frontend/app/route-search.ts';

/** The market: for users inside the shell, for visitors with the header of the public screens. */

const marketPages = () => import('#frontend/pages/market-pages.tsx');

const marketRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/market',
  staticData: { isOpen: true },
  validateSearch: marketSearch,
  component: lazyRouteComponent(marketPages, 'MarketPage'),
});

const marketCourseRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/market/$courseId',
  staticData: { isOpen: true },
  component: lazyRouteComponent(marketPages, 'MarketCoursePage'),
});

export const marketRoutes = [marketRoute, marketCourseRoute];
