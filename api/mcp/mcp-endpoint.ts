import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Context } from 'koa';
import { KEY_PREFIX } from '#contract/identity/api-keys.contract.ts';
import { useKey } from '#domain/identity/api-keys/api-key.commands.ts';
import { mcpResource, useAccessToken } from '#domain/identity/connected-apps/use-access-token.ts';
import type { LiveSession } from '#domain/identity/sessions/live-sessions.ts';
import { config } from '#domain/platform/config.ts';
import { withinShare } from '#domain/platform/connection-share.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { logger } from '#domain/platform/logger.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { callerOf, countKey, readCredentials } from '#api/platform/callers.ts';
import { openDoor, type OpenDoor } from '#api/platform/doors.ts';
import type { JsonBounds } from '#api/platform/json-text.ts';
import { plainAddress } from '#api/platform/networks.ts';
import { readStorableJson, type Entered } from '#api/platform/read-body.ts';
import { answerFor, EITHER_FORM, formFor } from './answer-form.ts';
import { serverFor } from './mcp-server.ts';
import type { McpCaller } from './tool.ts';

const PATH = '/mcp';
/** Some apps are given the address with a trailing slash. */
const PATHS: readonly string[] = [PATH, `${PATH}/`];
/** Where an app learns which server signs people in (RFC 9728). */
export const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';
/** The longest input of a tool is a course's wish, every character of which may be escaped. */
const BODY_BYTES = 128_000;
/** A message is a wish or a client's capabilities; the SDK traverses it several times. */
const BOUNDS: JsonBounds = { depth: 24, values: 2_000, names: 2_000 };
/** Maximum duration of an exchange in milliseconds: clients that follow a run ask again. */
const EXCHANGE_MS = 120_000;
/** Concurrent exchanges per account, in this process. */
const AT_ONCE = 8;
/** Streams that wait for changes; there are no changes to report. */
const SUBSCRIPTIONS = 20;

/**
 * Serves the Model Context Protocol over streamable HTTP. Every request is independent, with its own sign-in and server, so nothing is lost
 * when this process is killed, and any process can answer the next request. Revisions before 2026-07-28 are served the same way.
 * Pages of other sites cannot call it (the Origin must be ours), and a signed-in person's cookie is ignored.
 */
export function mcpEndpoint(router: ApiRouter): OpenDoor {
  const callers = new WeakMap<object, McpCaller>();
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const caller = authInfo?.extra && callers.get(authInfo.extra);
      if (!caller) throw new Error('the request has no caller');
      return serverFor(router, caller);
    },
    { legacy: 'stateless', maxSubscriptions: SUBSCRIPTIONS, onerror: (error) => logger().debug({ err: error }, 'mcp') },
  );
  const busy = new Map<string, number>();
  const limit = router.limits.of({ limit: 'mcp', name: 'mcp' });
  const door = { name: 'mcp', at: PATH, pays: 'account', bodyBytes: BODY_BYTES, age: 'as its endpoints', limit: 'mcp, key' } as const;

  return openDoor(router.limits, { ...door, takes: (ctx) => PATHS.includes(ctx.path) }, async (ctx, entry) => {
    ctx.state.route = 'mcp';
    ctx.set('Cache-Control', 'no-store');
    const origin = ctx.get('Origin');
    if (origin !== '' && origin !== config().publicOrigin) throw new ProductError('csrf.refused');
    const { bearer } = readCredentials(ctx);
    await countKey(bearer, { ip: ctx.ip, limits: router.limits, what: 'mcp' });
    const session = await withinShare(callerOf(ctx), () => authenticate(ctx, bearer));
    ctx.state.caller = session;
    const key = session.key!.id;
    // before the body is read; calls with a key are already counted
    if (!bearer?.startsWith(KEY_PREFIX))
      await router.limits.of({ limit: 'key', name: 'mcp' })({ ip: ctx.ip, userId: `mcp ${key}`, body: undefined }, async () => undefined);
    await limit({ ip: ctx.ip, userId: session.userId, body: undefined }, async () => undefined);
    // its close event has already fired, so a place would never be given back
    if (ctx.res.closed || ctx.res.destroyed) return;
    const { userId } = session;
    if ((busy.get(userId) ?? 0) >= AT_ONCE)
      throw new ProductError('limits.rate', 'Too many requests at once.', { data: { retryAfterS: 1 } });
    const gone = new AbortController();
    const cut = setTimeout(() => gone.abort(), EXCHANGE_MS).unref();
    busy.set(userId, (busy.get(userId) ?? 0) + 1);
    ctx.res.once('close', () => {
      clearTimeout(cut);
      gone.abort();
      const left = busy.get(userId)! - 1;
      if (left > 0) busy.set(userId, left);
      else busy.delete(userId);
    });
    const extra = {};
    callers.set(extra, { session, ip: ctx.ip, log: ctx.state.log, requestId: ctx.state.requestId });
    const authInfo = { token: '', clientId: key, scopes: [...session.key!.scopes], resource: new URL(mcpResource()), extra };
    await entry.pay(userId, async () => {
      const form = formFor(ctx.get('Accept'));
      const parsedBody = ctx.method === 'POST' ? await readMessage(ctx) : undefined;
      const request = new Request(mcpResource(), {
        method: ctx.method,
        headers: [...headersOf(ctx), ['accept', form === null ? ctx.get('Accept') : EITHER_FORM]],
        signal: gone.signal,
        ...(parsedBody !== undefined && { body: '{}' }),
      });
      // the tools' own database queries use the account's share too
      const answer = await withinShare(userId, () => handler.fetch(request, { authInfo, ...(parsedBody !== undefined && { parsedBody }) }));
      send(ctx, await answerFor(form, answer), gone.signal);
    });
  });
}

/** @throws ProductError auth.required, auth.token_invalid, key.invalid, all with the sign-in server; key.network */
async function authenticate(ctx: Context, bearer: string | null): Promise<LiveSession> {
  try {
    if (bearer === null) throw new ProductError('auth.required');
    const ip = plainAddress(ctx.ip);
    return await (bearer.startsWith(KEY_PREFIX) ? useKey(bearer, ip) : useAccessToken(bearer, ip));
  } catch (error) {
    const metadata = `resource_metadata="${config().publicOrigin}${RESOURCE_METADATA}${ctx.path}"`;
    ctx.set('WWW-Authenticate', bearer === null ? `Bearer ${metadata}` : `Bearer error="invalid_token", ${metadata}`);
    throw error;
  }
}

/**
 * Reads one message.
 * @throws ProductError body.unsupported_type, body.too_large; body.malformed, also for a batch, which no revision since 2025-06-18 allows;
 * validation.failed for a message beyond its bounds, or with text that cannot be stored
 */
async function readMessage(ctx: Entered): Promise<object> {
  if (!ctx.is('application/json')) throw new ProductError('body.unsupported_type');
  const message = await readStorableJson(ctx, { bounds: BOUNDS });
  if (typeof message === 'object' && message !== null && !Array.isArray(message)) return message;
  throw new ProductError('body.malformed', 'The body must be one JSON-RPC message.');
}

const KEPT_HEADERS = ['content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'last-event-id', 'mcp-session-id'];

const headersOf = (ctx: Context): [string, string][] =>
  KEPT_HEADERS.flatMap((name): [string, string][] => (ctx.get(name) === '' ? [] : [[name, ctx.get(name)]]));

function send(ctx: Context, answer: Response, signal: AbortSignal): void {
  ctx.status = answer.status;
  answer.headers.forEach((value, name) => ctx.set(name, value));
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  if (isStream) {
    // proxies must not buffer the stream
    ctx.set('X-Accel-Buffering', 'no');
    Object.assign(ctx, { compress: false });
  }
  if (!answer.body) {
    ctx.body = null;
    ctx.status = answer.status;
    return;
  }
  const body = Readable.fromWeb(answer.body as ReadableStream);
  signal.addEventListener('abort', () => body.destroy(), { once: true });
  ctx.body = body;
}
