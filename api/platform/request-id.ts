import { uuidv7 } from 'uuidv7';
import type { Middleware } from 'koa';
import { logger } from '#domain/platform/logger.ts';
import type { RequestState } from './door.ts';

const SANE = /^[\w.:-]{8,128}$/;

/** Gives every request an id (the caller's own, if it is a sane one), every answer the header, and every log line of it the id. */
export const requestId: Middleware<RequestState> = (ctx, next) => {
  const given = ctx.get('X-Request-Id');
  ctx.state.requestId = SANE.test(given) ? given : uuidv7();
  ctx.state.log = logger().child({ request_id: ctx.state.requestId });
  ctx.set('X-Request-Id', ctx.state.requestId);
  return next();
};
