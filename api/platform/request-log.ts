import type { Middleware } from 'koa';
import { uuidv7 } from 'uuidv7';
import { ENDPOINTS } from '#contract/endpoints.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { logger } from '#domain/platform/logger.ts';
import { inRequestSpan, isTracing } from '#domain/platform/tracing/tracer.ts';
import type { RequestState } from './api-router.ts';

/** Routes that open pages or machines poll every second: logged only on errors, or at debug level. */
const QUIET = new Set(['getGenerationStatus', 'live', 'ready']);

/** Ids and numbers, which grant no access without a session. */
const ID = /^(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|\d{1,6}(?:_\d{1,6})?)$/i;
/** A part of our addresses that belongs to no endpoint: a word, perhaps a file name. */
const WORD = /^[a-z]{0,16}(?:-[a-z]{1,16}){0,3}(?:\.[a-z]{1,5}){0,2}$/;
const BY_NAME = new Map<string, Endpoint>(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint]));

/**
 * Returns the loggable form of a path. Some paths grant access by themselves, so every part that is not known to be harmless is left out:
 * of public endpoints, all parameters; of other endpoints, parameters that are neither ids nor numbers; of other addresses, parts that are
 * not words.
 */
export function loggedPath(path: string, route: string | undefined): string {
  const endpoint = route === undefined ? undefined : BY_NAME.get(route);
  const sent = path.split('/');
  if (!endpoint) return sent.map((part) => (WORD.test(part) ? part : '…')).join('/');
  const isShown = (part: string) => endpoint.auth !== 'public' && ID.test(part);
  return endpoint.path
    .split('/')
    .map((part, place) => (part.startsWith(':') && isShown(sent[place] ?? '') ? sent[place] : part))
    .join('/');
}

/**
 * Logs one line per request when its answer was sent or the caller disconnected. Of its address only `loggedPath` is logged: queries may
 * contain personal data and secrets.
 */
export const requestLog: Middleware<RequestState> = (ctx, next) => {
  const startedAt = performance.now();
  ctx.res.once('close', () => {
    const { route, caller, log } = ctx.state;
    const status = ctx.res.statusCode;
    const line = {
      method: ctx.method,
      path: loggedPath(ctx.path, route),
      route,
      status,
      ms: Math.round(performance.now() - startedAt),
      ...(caller && { user_id: caller.userId }),
      ...(caller?.key && { api_key_id: caller.key.id }),
      ...(!ctx.res.writableFinished && { aborted: true }),
    };
    log[status < 400 && (route === undefined || QUIET.has(route)) ? 'debug' : 'info'](line, 'request');
  });
  return next();
};

const SANE = /^[\w.:-]{8,128}$/;

/** Assigns every request an id (the caller's own, if it is well-formed) and adds it to the answer's headers and every log line. */
export const requestId: Middleware<RequestState> = (ctx, next) => {
  const given = ctx.get('X-Request-Id');
  ctx.state.requestId = SANE.test(given) ? given : uuidv7();
  ctx.state.log = logger().child({ request_id: ctx.state.requestId });
  ctx.set('X-Request-Id', ctx.state.requestId);
  return next();
};

/** Records a request as the root of its trace, named after its route. Paths are not recorded, because some grant access by themselves. */
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
