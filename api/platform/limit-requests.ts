import type { Middleware } from 'koa';
import type { RequestState } from './api-router.ts';
import type { Limits } from './limits.ts';

/**
 * The cost of a request. Files of the build cost almost nothing, and endpoints have their own limits; everything else may read the
 * database, including future additions.
 */
const COSTS: readonly (readonly [start: string, points: number])[] = [
  ['/assets/', 1],
  ['/api/', 20],
  ['/ws/', 20],
  ['/mcp', 20],
];
const PAGE = 100;

/**
 * Counts every request by its network, whatever answers it. A signed-in user's requests to the guard are counted only by account: a whole
 * school may share one address.
 * @throws ProductError limits.rate
 */
export const limitRequests =
  (limits: Limits): Middleware<RequestState> =>
  async (ctx, next) => {
    const points = COSTS.find(([start]) => ctx.path.startsWith(start))?.[1] ?? PAGE;
    const giveBack = await limits.admit(ctx.ip, points);
    try {
      await next();
    } finally {
      if (ctx.state.caller) await giveBack();
    }
  };
