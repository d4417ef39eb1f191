import type { Context, Middleware } from 'koa';
import { ERRORS, isOauthPath, type Problem } from '#contract/platform/errors.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { isDatabaseUnavailable } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { isStorageFull } from '#domain/platform/storage/storage-full.ts';
import type { RequestState } from './api-router.ts';
import { FOR_ANYBODY, openDoor, type OpenDoor } from './doors.ts';
import type { Limits } from './limits.ts';

/** Retry-After while the database is unavailable: it restarts within seconds. */
const STORE_BACK_S = 2;
/** Retry-After while the database's disk is full: somebody has to free space. */
const ROOM_S = 30;
/** SQLSTATEs of an overloaded server: statement cancelled, out of memory, too many connections. */
const BUSY: readonly string[] = ['57014', '53200', '53300'];
/** Retry-After once a statement took too long. */
const CALMER_S = 5;

/**
 * Maps every failure to an RFC 9457 problem document, and at OAuth addresses to an OAuth error with the same fields; no other code does.
 * Anything but a ProductError is a bug, and its details are not disclosed.
 */
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
  // the code of a declared failure says everything; a cause means a fault of ours, worth investigating
  if (status >= 500 && failure.cause) ctx.state.log.error({ err: failure.cause, code: failure.code }, failure.message);
  else if (status >= 500) ctx.state.log[status === 501 ? 'info' : 'warn']({ code: failure.code }, failure.message);
  else if (failure.cause) ctx.state.log.debug({ err: failure.cause, code: failure.code }, failure.message);
  const { errors, retryAfterS, needed, available, reason } = failure.data;
  const problem: Problem = {
    type: `urn:coursewright:problem:${failure.code}`,
    title,
    status,
    detail: failure.message,
    ...(failure.words && { detail_words: failure.words }),
    code: failure.code,
    request_id: ctx.state.requestId,
    ...(needed !== undefined && { needed, available }),
    ...(reason && { reason }),
    ...(errors && { errors }),
  };
  ctx.status = status;
  ctx.set('Cache-Control', 'no-store');
  ctx.set('Content-Type', isOauthPath(ctx.path) ? 'application/json' : 'application/problem+json; charset=utf-8');
  if (retryAfterS !== undefined) ctx.set('Retry-After', String(retryAfterS));
  if (status === 401 && !ctx.response.get('WWW-Authenticate')) ctx.set('WWW-Authenticate', 'Bearer');
  discardBody(ctx);
  ctx.body = JSON.stringify(isOauthPath(ctx.path) ? { ...oauthError(ctx, failure), ...problem } : problem);
}

/** Characters that are not allowed in an OAuth error text (RFC 6749, section 5.2): quotes, backslashes, and anything beyond ASCII. */
const NOT_IN_OAUTH = /["\\]|[^ -~]/gu;

/** Returns a failure in the form that OAuth clients read: for registrations RFC 7591, section 3.2.2, otherwise RFC 6749. */
function oauthError({ path }: Context, failure: ProductError): { error: string; error_description: string } {
  const { status } = ERRORS[failure.code];
  const [first] = failure.data.errors ?? [];
  const text = first ? `${first.path}: ${first.message}` : failure.message;
  return { error: oauthCode(path, status, first?.path), error_description: text.replaceAll('’', "'").replaceAll(NOT_IN_OAUTH, '?') };
}

function oauthCode(path: string, status: number, field: string | undefined): string {
  if (status === 429 || status === 503 || status === 507) return 'temporarily_unavailable';
  if (status >= 500) return 'server_error';
  if (path !== '/oauth/register') return 'invalid_request';
  return field?.startsWith('redirect_uris') ? 'invalid_redirect_uri' : 'invalid_client_metadata';
}

function asProductError(error: unknown): ProductError {
  if (error instanceof ProductError) return error;
  if (isCutOff(error)) {
    return new ProductError('service.unavailable', 'The service is very busy. Please try again in a moment.', {
      data: { retryAfterS: CALMER_S },
      cause: error,
    });
  }
  if (isStorageFull(error)) {
    return new ProductError('service.storage_full', undefined, { data: { retryAfterS: ROOM_S }, cause: error });
  }
  const hasEnded = isEnded(error);
  if (hasEnded || isDatabaseUnavailable(error)) {
    return new ProductError('service.unavailable', 'The service is restarting. Please try again in a moment.', {
      data: { retryAfterS: STORE_BACK_S },
      cause: hasEnded ? undefined : error,
    });
  }
  return new ProductError('internal', undefined, { cause: error });
}

/**
 * Tells whether a statement was cancelled because it took longer than the pool allows, or because the server had no memory or connection
 * left: the same statement may succeed later.
 */
const isCutOff = (error: unknown): boolean => error instanceof Error && 'code' in error && BUSY.includes(String(error.code));

/** Tells whether work was ended by the signal of its request: its caller has gone, or this process is stopping. */
const isEnded = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Answers a request that matched no route: 405 with the methods the path supports, or 404. */
export function unknownRoute(limits: Limits, methodsOf: (path: string) => string[]): OpenDoor {
  const door = {
    name: 'unknownAddress',
    at: 'every other address',
    ...FOR_ANYBODY,
    takes: () => true,
  };
  return openDoor(limits, door, async (ctx) => {
    const methods = methodsOf(ctx.path);
    if (methods.length === 0) throw new ProductError('not_found', 'There is nothing at this address.');
    ctx.set('Allow', methods.join(', '));
    throw new ProductError(
      'method_not_allowed',
      toSentence('This address takes {methods}, not {method}.', { methods: methods.join(', '), method: ctx.method }),
    );
  });
}

/** Maximum bytes of a refused body that are still read, and for how long. */
const MOST_BYTES = 64_000_000;
/** Maximum for a caller over their limit, whose remaining body would cost as much to read as the refused request. */
const MOST_BYTES_OF_SPENT = 4_000_000;
const MOST_MS = 20_000;

/**
 * Reads and discards the rest of a refused body. Closing a connection while the client is still sending resets it and loses the answer:
 * browsers would report a network error. Beyond the limits it is closed anyway.
 */
export function discardBody({ req: request, status }: Context): void {
  if (request.complete) return;
  const { socket } = request;
  let left = status === 429 ? MOST_BYTES_OF_SPENT : MOST_BYTES;
  const timer = setTimeout(() => socket.destroy(), MOST_MS).unref();
  request.on('data', (chunk: Uint8Array) => {
    left -= chunk.length;
    if (left < 0) socket.destroy();
  });
  request.once('close', () => clearTimeout(timer));
  request.resume();
}
