import { Router, type RouterContext } from '@koa/router';
import type { Logger } from 'pino';
import type { LiveSession } from '#domain/identity/sessions/live-sessions.ts';
import type { Limits } from './limits.ts';

/** What the middlewares and the guard have established about a request so far. */
export interface RequestState {
  requestId: string;
  log: Logger;
  /** Name of the endpoint that matched the request. */
  route?: string;
  caller?: LiveSession;
}
export type GuardContext = RouterContext<RequestState>;

/** The router on which endpoints are mounted. */
export interface ApiRouter {
  readonly router: Router<RequestState>;
  readonly limits: Limits;
  /** Fires when the process is asked to stop: waiting requests are answered at once. */
  readonly closing: AbortSignal;
  /** Names of all endpoints mounted so far. */
  readonly mounted: Set<string>;
}

export function createApiRouter(options: { limits: Limits; closing: AbortSignal }): ApiRouter {
  // of several routes that match, the one with the fewest parameters takes the request: /courses/saved/:a before /courses/:a/:b
  return { router: new Router<RequestState>({ exclusive: 'specificity', sensitive: true, strict: true }), mounted: new Set(), ...options };
}
