import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '#frontend/app/frame-routes.ts';

const chatRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/community/chat',
  validateSearch: (search): { room?: string } => (typeof search.room === 'string' && search.room ? { room: search.room } : {}),
  component: lazyRouteComponent(() => import('#frontend/pages/community/chat-page.tsx')),
});

export const liveRoutes = [chatRoute];
