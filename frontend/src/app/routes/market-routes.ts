import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '#frontend/app/frame-routes.ts';
import { marketSearch } from '#frontend/app/route-search.ts';

/** The market: inside the shell for users, with the header of the public screens for visitors. */

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
