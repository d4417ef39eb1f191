import type { Context, Middleware } from 'koa';
import { ERRORS, type Problem } from '#contract/platform/errors.ts';
import { say } from '#contract/platform/sentence.contract.ts';
import { isStoreAway } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import type { RequestState } from './door.ts';

/** How soon to try again when the store is away: it restarts within seconds. */
const STORE_BACK_S = 2;

/** The one place that turns failures into answers: RFC 9457 problem documents. What is not a ProductError is a bug and tells nothing. */
export const problems: Middleware<RequestState> = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    answerProblem(ctx, error);
  }
};

function answerProblem(ctx: Context & { state: RequestState }, error: unknown): void {
  const failure = asProductError(error);
  const { status, title } = ERRORS[failure.code];
  // a failure that was declared says all in its code; one with a cause is ours to look into
  if (status >= 500 && failure.cause) ctx.state.log.error({ err: failure.cause, code: failure.code }, failure.message);
  else if (status >= 500) ctx.state.log[status === 501 ? 'info' : 'warn']({ code: failure.code }, failure.message);
  else if (failure.cause) ctx.state.log.debug({ err: failure.cause, code: failure.code }, failure.message);
  const { errors, retryAfterS, needed, available } = failure.data;
  const problem: Problem = {
    type: `urn:coursewright:problem:${failure.code}`,
    title,
    status,
    detail: failure.message,
    ...(failure.words && { detail_words: failure.words }),
    code: failure.code,
    request_id: ctx.state.requestId,
    ...(needed !== undefined && { needed, available }),
    ...(errors && { errors }),
  };
  ctx.status = status;
  ctx.set('Cache-Control', 'no-store');
  ctx.set('Content-Type', 'application/problem+json; charset=utf-8');
  if (retryAfterS !== undefined) ctx.set('Retry-After', String(retryAfterS));
  if (status === 401) ctx.set('WWW-Authenticate', 'Bearer');
  // what is left of an over-long body is not worth reading
  if (status === 413) ctx.set('Connection', 'close');
  ctx.body = JSON.stringify(problem);
}

function asProductError(error: unknown): ProductError {
  if (error instanceof ProductError) return error;
  if (isStoreAway(error)) {
    return new ProductError('service.unavailable', 'The service is restarting. Please try again in a moment.', {
      data: { retryAfterS: STORE_BACK_S },
      cause: error,
    });
  }
  return new ProductError('internal', undefined, { cause: error });
}

/** What no route took: 405 with the methods the address does take, or 404. */
export function unknownRoute(methodsOf: (path: string) => string[]): Middleware<RequestState> {
  return (ctx) => {
    const methods = methodsOf(ctx.path);
    if (methods.length === 0) throw new ProductError('not_found', 'There is nothing at this address.');
    ctx.set('Allow', methods.join(', '));
    throw new ProductError(
      'method_not_allowed',
      say('This address takes {methods}, not {method}.', { methods: methods.join(', '), method: ctx.method }),
    );
  };
}
