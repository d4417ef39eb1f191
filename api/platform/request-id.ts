import { uuidv7 } from 'uuidv7';
import type { Middleware } from 'koa';
import { logger } from '#domain/platform/logger.ts';
import type { RequestState } from './api-router.ts';

const SANE = /^[\w.:-]{8,128}$/;

/** Assigns every request an id (the caller's own, if it is well-formed) and puts it on the answer's header and every log line. */
export const requestId: Middleware<RequestState> = (ctx, next) => {
  const given = ctx.get('X-Request-Id');
  ctx.state.requestId = SANE.test(given) ? given : uuidv7();
  ctx.state.log = logger().child({ request_id: ctx.state.requestId });
  ctx.set('X-Request-Id', ctx.state.requestId);
  return next();
};
