import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '#frontend/app/frame-routes.ts';
import { alarmsSearch } from '#frontend/app/route-search.ts';

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

const translationsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/operator/translations',
  component: lazyRouteComponent(operatorPages, 'TranslationsPage'),
});

export const operatorRoutes = [contractsRoute, paymentAlarmsRoute, servicesRoute, translationsRoute];
