import type { Middleware } from 'koa';
import type { RequestState } from './api-router.ts';

/** Routes polled every second by every open page, or by machines: logged only on errors, or at debug level. */
const QUIET = new Set(['getGenerationStatus', 'live', 'ready']);

/** Masks secrets in a path that grant access by themselves: the id of a payment page, and the token of a shared course. */
const withoutKeys = (path: string): string => path.replace(/\bcs_(test|live)_\w+/g, 'cs_[id]').replace(/(\/shared\/)[^/]+/, '$1[token]');

/** Logs one line per request when its answer was sent or the caller disconnected. Only the path is logged: queries may hold personal data. */
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
