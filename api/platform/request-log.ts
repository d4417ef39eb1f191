import type { Middleware } from 'koa';
import type { RequestState } from './door.ts';

/** Routes asked every second by every open page, or by machines: logged only when something is wrong, or at debug level. */
const QUIET = new Set(['getGenerationStatus', 'live', 'ready']);

/** The id of a payment page opens it, and the token of a shared course that. */
const withoutKeys = (path: string): string => path.replace(/\bcs_(test|live)_\w+/g, 'cs_[id]').replace(/(\/shared\/)[^/]+/, '$1[token]');

/** One line per request when its answer has left, or its caller has. Of the address only the path: queries may hold personal things. */
export const requestLog: Middleware<RequestState> = (ctx, next) => {
  const startedAt = performance.now();
  ctx.res.once('close', () => {
    const { route, caller, log } = ctx.state;
    const status = ctx.res.statusCode;
    const line = {
      method: ctx.method,
      path: withoutKeys(ctx.path),
      route,
      status,
      ms: Math.round(performance.now() - startedAt),
      ...(caller && { user_id: caller.userId }),
      ...(!ctx.res.writableFinished && { aborted: true }),
    };
    log[status < 400 && (route === undefined || QUIET.has(route)) ? 'debug' : 'info'](line, 'request');
  });
  return next();
};
