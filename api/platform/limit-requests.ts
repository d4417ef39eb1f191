import type { Middleware } from 'koa';
import type { RequestState } from './api-router.ts';
import type { Limits } from './limits.ts';

/**
 * What a request counts as. Files of the build cost next to nothing, and endpoints have limits of their own; anything else may read the database,
 * also what is added here one day.
 */
const COSTS: readonly (readonly [start: string, points: number])[] = [
  ['/assets/', 1],
  ['/api/', 20],
  ['/ws/', 20],
  ['/mcp', 20],
];
const PAGE = 100;

/**
 * Counts every request by the network it comes from, whatever answers it. What a signed-in user asks of the guard is counted by account only:
 * a whole school may be behind one address.
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
