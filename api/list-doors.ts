import { LIVE_HANDLERS } from './live/live-handlers.ts';
import { openLiveHub, SOCKET_DOOR } from './live/live-hub.ts';
import { createApiRouter } from './platform/api-router.ts';
import type { Door } from './platform/doors.ts';
import { createReadiness } from './platform/health/readiness.ts';
import { openLimits } from './platform/limits.ts';
import { mountAll } from './routes.ts';
import { openAll } from './server.ts';

/** Returns every door: those that answer requests, then those that listen to sockets. Opens nothing. */
export function listDoors(): readonly Door[] {
  const limits = openLimits({ local: true });
  const { signal: closing } = new AbortController();
  const router = createApiRouter({ limits, closing });
  const live = openLiveHub(LIVE_HANDLERS);
  mountAll(router, { readiness: createReadiness({ pingQueues: async () => {}, closing }), live });
  const doors = openAll({ pages: '', limits, router }).flatMap((opened) => opened.doors);
  return [...doors, SOCKET_DOOR];
}
