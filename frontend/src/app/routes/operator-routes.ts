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

/** Loads a section's code before the frame shows it: React shows a placeholder for at least 300 ms. */
const loadSection = async (section: string): Promise<void> =>
  (await import('#frontend/pages/operator/operator-sections.tsx')).OPERATOR_SECTIONS[section]?.preload?.();

const overviewRoute = createRoute({ getParentRoute: () => frameRoute, path: '/', loader: () => loadSection('') });
const sectionRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/$section',
  loader: ({ params }): Promise<void> => loadSection(params.section),
});
const rowRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/$section/$id',
  loader: ({ params }): Promise<void> => loadSection(params.section),
});

export const operatorRoutes = frameRoute.addChildren([overviewRoute, sectionRoute, rowRoute]);
