import type { Middleware } from 'koa';
import { inRequestSpan, isTracing } from '#domain/platform/tracing/tracer.ts';
import type { RequestState } from './api-router.ts';

/** Records a request as the root of its trace, named by its route. Paths are not recorded, because some grant access by themselves. */
export const traceRequest: Middleware<RequestState> = (ctx, next) => {
  if (!isTracing()) return next();
  return inRequestSpan(ctx.state.requestId, ctx.method, async (span) => {
    span.setAttributes({ 'http.request.method': ctx.method, 'request.id': ctx.state.requestId });
    await next();
    const { route } = ctx.state;
    if (route) span.updateName(`${ctx.method} ${route}`).setAttribute('http.route', route);
    span.setAttribute('http.response.status_code', ctx.status);
  });
};
