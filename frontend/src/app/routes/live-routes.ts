import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '#frontend/app/frame-routes.ts';

const room = (search: Record<string, unknown>): { room?: string } =>
  typeof search.room === 'string' && search.room ? { room: search.room } : {};

const chatRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/community/chat',
  validateSearch: room,
  component: lazyRouteComponent(() => import('#frontend/pages/community/chat-page.tsx')),
});

const studyRoomsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/community/study-rooms',
  validateSearch: room,
  component: lazyRouteComponent(() => import('#frontend/pages/community/study-rooms-page.tsx')),
});

export const liveRoutes = [chatRoute, studyRoomsRoute];
