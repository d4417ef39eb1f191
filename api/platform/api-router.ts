import { Router, type RouterContext } from '@koa/router';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import type { LiveSession } from '#domain/identity/sessions/live-sessions.ts';
import { openTurns, type Turn } from '#domain/platform/turns/turns.ts';
import { enter, openDoors, type Door, type Entry, type OpenDoor } from './doors.ts';
import type { Limits } from './limits.ts';

/** Facts about a request that middlewares and the guard have established so far. */
export interface RequestState {
  requestId: string;
  log: Logger;
  /** Name of the endpoint that matched the request. */
  route?: string;
  caller?: LiveSession;
  /** The door through which the request came in. */
  entry?: Entry;
}
export type GuardContext = RouterContext<RequestState>;

/** A call of an endpoint from within the process, by a tool of the MCP server: the parts of a request, already read. */
export interface InsideCall {
  readonly session: LiveSession;
  readonly ip: string;
  readonly requestId: string;
  readonly log: Logger;
  /** Fires when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Route {
  readonly door: Door;
  readonly path: string;
  readonly method: string;
}

/** The router on which endpoints are mounted. */
export interface ApiRouter {
  /** Registers a handler behind a door. If several paths match a request, the path with the fewest parameters handles it. */
  readonly register: (route: Route, handler: (ctx: GuardContext, entry: Entry) => Promise<void>) => void;
  /** All routes registered so far, each behind its door. */
  readonly routes: OpenDoor;
  /** Returns the methods that a path supports; none if no route has it. */
  readonly methodsOf: (path: string) => string[];
  readonly limits: Limits;
  /** The queue of expensive calls (`turns` of an endpoint). */
  readonly turn: Turn;
  /** Fires when the process is asked to stop: waiting requests are then answered immediately. */
  readonly closing: AbortSignal;
  /**
   * Calls an endpoint by its name, with the same checks and limits as a request. Returns the declared body.
   * @throws ProductError as for a request; for an endpoint whose body or answer is not plain JSON
   */
  readonly inside: Map<string, (call: InsideCall) => Promise<unknown>>;
  /** Names of all endpoints mounted so far. */
  readonly mounted: Set<string>;
}

/** Number of accounts whose expensive calls run concurrently in this process: each can use two connections of the pool. */
const EXPENSIVE_AT_ONCE = 3;

/** Tells whether a call of this endpoint takes turns. */
export const takesTurn = ({ turns = [] }: Pick<Endpoint, 'turns'>, query: unknown): boolean =>
  turns === 'always' || turns.some((name) => Boolean((query as Record<string, unknown> | undefined)?.[name]));

/** Returns the segment by which routes are grouped: the first, or the one after `/api`. */
function groupOf(path: string): string {
  const [, first = '', second = ''] = path.split('/', 3);
  return first === 'api' ? second : first;
}

/**
 * Creates the router. Routes are grouped by their first own segment, with a Koa router per group: a single router would test the patterns
 * of all routes for every request, which took an eighth of the time of a polled status.
 */
export function createApiRouter(options: { limits: Limits; closing: AbortSignal }): ApiRouter {
  const groups = new Map<string, { router: Router<RequestState>; routes: Middleware<RequestState> }>();
  const doors: Door[] = [];
  const openGroup = () => {
    // /courses/saved/:a comes before /courses/:a/:b
    const router = new Router<RequestState>({ exclusive: 'specificity', sensitive: true, strict: true });
    return { router, routes: router.routes() as Middleware<RequestState> };
  };
  return {
    ...options,
    turn: openTurns({ atOnce: EXPENSIVE_AT_ONCE }),
    inside: new Map(),
    mounted: new Set(),
    register: ({ door, path, method }, handler) => {
      const name = groupOf(path);
      if (name === '' || name.startsWith(':')) throw new Error(`${path} begins with a parameter, but must begin with a fixed segment`);
      const group = groups.get(name) ?? openGroup();
      groups.set(name, group);
      if (!doors.includes(door)) doors.push(door);
      group.router.register(path, [method], (ctx) => enter(ctx, { door, limits: options.limits }, (entry) => handler(ctx, entry)));
    },
    routes: openDoors(doors, (ctx, next) => groups.get(groupOf(ctx.path))?.routes(ctx, next) ?? next()),
    methodsOf: (path) => [
      ...new Set(
        groups
          .get(groupOf(path))
          ?.router.match(path, 'GET')
          .path.flatMap(({ methods }) => methods),
      ),
    ],
  };
}
