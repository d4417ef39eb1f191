import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod/mini';
import type { Logger } from 'pino';
import type { Context } from 'koa';
import { TICKET_PREFIX } from '#contract/live/live.contract.ts';
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '#contract/platform/endpoint.ts';
import { KEY_PREFIX } from '#contract/identity/api-keys.contract.ts';
import { keyAccess, mayKeyCall } from '#contract/key-access.ts';
import type { KeyScope } from '#contract/identity/key-scopes.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { assertProven } from '#domain/identity/accounts/account.queries.ts';
import { isKey, isKeyInForce, nameOfKey, useKey } from '#domain/identity/api-keys/api-key.commands.ts';
import { assertAge } from '#domain/identity/age/age-eligibility.queries.ts';
import type { LiveSession } from '#domain/identity/sessions/live-sessions.ts';
import { takeTicket, markCookieSeen } from '#domain/identity/sessions/session.commands.ts';
import { verifyAccess, verifyCookie } from '#domain/identity/sessions/session.queries.ts';
import { actingWith } from '#domain/platform/acting-key.ts';
import { config } from '#domain/platform/config.ts';
import { withinShare } from '#domain/platform/connection-share.ts';
import { ProductError } from '#domain/platform/errors.ts';
import type { SentFile } from '#domain/platform/storage/sent-file.ts';
import { constantOf, sendConstant, type Constant } from './constants.ts';
import { callerKeyOf, takesTurn, type ApiRouter, type GuardContext } from './api-router.ts';
import { parseRequest } from './parse-request.ts';
import { refuseForeign } from './provenance.ts';
import { plainAddress } from './networks.ts';
import { inFileFolder, type FileFolder } from './file-folder.ts';
import { readJsonBody } from './read-body.ts';
import { readUpload } from './read-upload.ts';
import { readSessionCookie } from './session-cookie.ts';
import { isUpgrade, takeSocket, type Upgrade } from './upgrades.ts';

/** What a handler receives: everything is validated and parsed; of the raw request only the headers remain. */
interface GuardedRequest<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** Files by their declared names, until the handler ends; only for endpoints with `upload`, or with a file among `apart`. */
  readonly files: Readonly<Record<string, readonly SentFile[]>>;
  /** The caller's session, or that of a program with an API key; null on public endpoints, which do not authenticate. */
  readonly user: E['auth'] extends 'public' ? null : LiveSession;
  /** Credentials as sent, unchecked; for the endpoints that manage sessions themselves. */
  readonly credentials: Credentials;
  /** One header's value, empty when absent. */
  header(name: string): string;
  readonly requestId: string;
  /** Fires when the caller disconnects or the process is asked to stop. Neither cancels work that was accepted. */
  readonly signal: AbortSignal;
}

/** One of the declared answers: its status decides the shape of its body. */
type Answer<E extends Endpoint> = {
  [S in keyof E['responses'] & number]: {
    status: S;
    body: AnswerOf<E & { responses: Pick<E['responses'], S> }>;
    headers?: Record<string, string | string[]>;
  };
}[keyof E['responses'] & number];

type Handler<E extends Endpoint> = (request: GuardedRequest<E>) => Promise<Answer<E>>;
/**
 * The handler of an endpoint. The conditional type makes the compiler resolve `E` first, so that `status: 200` is inferred as 200, not as a
 * number.
 */
type HandlerFor<E extends Endpoint> = E extends Endpoint ? Handler<E> : never;

/**
 * Registers an endpoint of the contract on the router, guarded by its own declaration; there is no other way to add a route. Checks run in
 * this order: who calls (401; what an API key may do, same origin, role, proved address and age: 403),  whose `user_id` it is (403), shape (400), rate limits and turns
 * (429). The body of who has used up a limit is not read (429). A body that cannot be read at all is refused (400, 413, 415) before whose it is can be known. Then the handler runs, and its answer is
 * validated against the declaration. Uploads, event streams and sockets pass the same checks.
 *
 * @throws when the endpoint is not in the contract, or is mounted twice
 */
export function mount<const E extends Endpoint>(router: ApiRouter, endpoint: E, handler: HandlerFor<E>): void {
  if (!ENDPOINTS.includes(endpoint)) throw new Error(`${endpoint.name} is not declared in contract/endpoints.ts`);
  serve(router, endpoint, handler);
}

/** Registers an endpoint without checking that the contract has it; for the guard's own tests. */
export function serve<const E extends Endpoint>(router: ApiRouter, endpoint: E, handler: HandlerFor<E>): void {
  if (router.mounted.has(endpoint.name)) throw new Error(`${endpoint.name} is mounted twice`);
  router.mounted.add(endpoint.name);
  const limit = router.limits.of(endpoint);
  const refuseSpent = router.limits.beforeBody(endpoint);
  let kept: Promise<Kept> | undefined;

  router.register(endpoint.path, endpoint.method, async (ctx) => {
    ctx.state.route = endpoint.name;
    ctx.set('Cache-Control', 'no-store');
    const credentials = readCredentials(ctx);
    const { bearer } = credentials;
    // counted before the database is asked whose it is: a program that does not stop costs no statement
    if (endpoint.auth !== 'public' && bearer && isKey(bearer))
      await router.limits.of({ limit: 'key', name: endpoint.name })(
        { ip: ctx.ip, userId: nameOfKey(bearer), body: undefined },
        async () => undefined,
      );
    const ticket = endpoint.socket ? readTicket(ctx) : null;
    const caller = endpoint.auth === 'public' ? null : await withinShare(callerKeyOf(ctx), () => authenticate(ctx.ip, credentials, ticket));
    if (caller) ctx.state.caller = caller.session;
    const key = caller?.session.key ?? null;
    if (key) assertKeyMay(endpoint, key.scopes);
    refuseForeign(ctx, caller?.by ?? 'nothing', { isSocket: endpoint.socket === true });
    if (endpoint.auth === 'operator' && !caller?.session.roles.some((role) => role === 'operator' || role === 'admin')) {
      throw new ProductError('access.denied', 'Only operators may do this.');
    }
    if (caller && (endpoint.proven || endpoint.age))
      await withinShare(callerKeyOf(ctx), async () => {
        if (endpoint.proven) await assertProven(caller.session.userId);
        if (endpoint.age) await assertAge(caller.session.userId, endpoint.age);
      });
    if (endpoint.body || endpoint.upload) await refuseSpent({ ip: ctx.ip, userId: caller?.session.userId ?? null });
    const answerWith = async (folder: FileFolder | null): Promise<void> => {
      const sent = await readBody(ctx, endpoint, folder);
      const raw = { params: ctx.params, query: ctx.query, body: sent };
      if (endpoint.auth === 'user') refuseOtherUser(raw, caller?.session);
      const { params, query, body } = parseRequest(endpoint, raw);
      if (endpoint.socket && !isUpgrade(ctx.req)) throw new ProductError('method_not_allowed', 'This address takes sockets only.');
      let signal: AbortSignal | undefined;
      const request = {
        params,
        query,
        body,
        files: folder?.files() ?? {},
        user: caller?.session ?? null,
        credentials,
        requestId: ctx.state.requestId,
        header: (name: string) => ctx.get(name),
        // created lazily: few handlers need it
        get signal() {
          return (signal ??= signalOf(ctx, router.closing));
        },
      } as unknown as GuardedRequest<E>;

      const call = { ip: ctx.ip, userId: caller?.session.userId ?? null, body };
      const callerKey = callerKeyOf(ctx);
      const work = () => withinShare(callerKey, () => actingWith(key, () => handler(request)));
      if (endpoint.constant) {
        const make = () =>
          keep(endpoint, work, ctx).catch((error: unknown) => {
            kept = undefined;
            throw error;
          });
        const { constant, headers } = await limit(call, () => (kept ??= make()));
        ctx.set({ ...headers, 'Cache-Control': 'no-cache' });
        ctx.status = 200;
        return sendConstant(ctx, constant);
      }
      const answer = await limit(call, () =>
        takesTurn(endpoint, query) ? router.turn(callerKey, work, { signal: request.signal }) : work(),
      );
      const checked = checkAnswer(endpoint, answer, ctx.state.log);
      const media = endpoint.media ? await beginStream(checked as AsyncIterable<Uint8Array>) : null;
      ctx.set(answer.headers ?? {});
      ctx.status = answer.status;
      if (endpoint.socket && answer.status === 101) return openSocket(ctx, checked as (upgrade: Upgrade) => void);
      if (endpoint.event) {
        const until = key ? AbortSignal.any([request.signal, endOfKey(key.id, callerKey, request.signal)]) : request.signal;
        return sendEvents(ctx, checked as AsyncIterable<unknown>, { schema: endpoint.event, signal: until });
      }
      // a recording has one of two types: its answer says which
      if (endpoint.media && !answer.headers?.['Content-Type']) ctx.type = endpoint.media;
      // a disconnect destroys the stream, and with it its source
      if (media) ctx.body = Readable.from(router.limits.chargedPieces(callerKey, media), { objectMode: false });
      else sendJson(ctx, checked);
    };
    return router.limits.charged(callerKeyOf(ctx), () =>
      caller && takesFiles(endpoint) ? inFileFolder(caller.session.userId, answerWith) : answerWith(null),
    );
  });
}

/** @throws ProductError key.person_needed, key.scope */
function assertKeyMay(endpoint: Endpoint, scopes: readonly KeyScope[]): void {
  if (mayKeyCall(endpoint, scopes)) return;
  const access = keyAccess(endpoint);
  if ('refused' in access) throw new ProductError('key.person_needed', 'An API key cannot do this: it needs a person who is signed in.');
  const needed = access.scopes.join(', ');
  throw new ProductError('key.scope', toSentence('This API key was not allowed to do this. It needs one of: {needed}.', { needed }));
}

const takesFiles = ({ upload, apart = {} }: Endpoint): boolean =>
  upload !== undefined || Object.values(apart).some(({ as }) => as === 'file');

interface Kept {
  readonly constant: Constant;
  readonly headers: Answer<Endpoint>['headers'];
}

/** Makes the answer of a constant endpoint, which its first caller waits for. */
async function keep(endpoint: Endpoint, make: () => Promise<Answer<Endpoint>>, ctx: GuardContext): Promise<Kept> {
  const answer = await make();
  const checked = checkAnswer(endpoint, answer, ctx.state.log);
  const bytes = endpoint.media ? await buffer(checked as AsyncIterable<Uint8Array>) : Buffer.from(JSON.stringify(checked));
  return { constant: constantOf(bytes, endpoint.media ?? 'json'), headers: answer.headers };
}

/** Answers with JSON, written once: Koa would write an object to know its length, and again to send it. */
function sendJson(ctx: GuardContext, body: unknown): void {
  if (typeof body !== 'object' || body === null) {
    ctx.body = body;
    return;
  }
  ctx.type = 'json';
  ctx.body = JSON.stringify(body);
}

function readBody(ctx: GuardContext, endpoint: Endpoint, folder: FileFolder | null): Promise<unknown> | undefined {
  if (endpoint.upload) return readUpload(ctx, { ...endpoint, upload: endpoint.upload }, folder!);
  return endpoint.body && readJsonBody(ctx, endpoint, folder);
}

function sendEvents(ctx: GuardContext, events: AsyncIterable<unknown>, how: { schema: z.ZodMiniType; signal: AbortSignal }): void {
  ctx.type = 'text/event-stream';
  // proxies must not buffer the stream
  ctx.set('X-Accel-Buffering', 'no');
  Object.assign(ctx, { compress: false });
  ctx.body = Readable.from(eventStream(events, how));
}

/** How often a stream to a program asks whether its key is still in force. */
const KEY_CHECK_MS = 1_000;

/**
 * Fires when a key ends, or its owner may not use it any more: what is streamed to its program ends with it.
 * @param shareKey whose share of the connections it is asked with
 * @param closed fires when nobody listens any more
 */
function endOfKey(keyId: string, shareKey: string, closed: AbortSignal): AbortSignal {
  const ended = new AbortController();
  // an aborted signal tells nobody who listens later: it would be asked for ever
  if (closed.aborted) return ended.signal;
  const check = async () => {
    if (!(await withinShare(shareKey, () => isKeyInForce(keyId)))) ended.abort();
  };
  const checks = setInterval(() => {
    // asked again in a second
    check().catch(() => undefined);
  }, KEY_CHECK_MS).unref();
  for (const signal of [closed, ended.signal]) signal.addEventListener('abort', () => clearInterval(checks), { once: true });
  return ended.signal;
}

function openSocket(ctx: GuardContext, take: (upgrade: Upgrade) => void): void {
  ctx.respond = false;
  take(takeSocket(ctx.req));
}

/**
 * Rejects a request whose `user_id` (in the path, the query or the body) differs from the session's, also where the endpoint does not
 * declare one. It is an assertion to compare and never selects anything. Operators may name other users.
 */
function refuseOtherUser(raw: { params: unknown; query: unknown; body: unknown }, caller: LiveSession | undefined): void {
  for (const part of [raw.params, raw.query, raw.body]) {
    // a repeated query parameter is an array
    const asserted = [(part as { user_id?: unknown } | null | undefined)?.user_id].flat();
    if (asserted.some((id) => typeof id === 'string' && id !== caller?.userId)) {
      throw new ProductError('access.denied', 'This belongs to someone else.');
    }
  }
}

function signalOf(ctx: GuardContext, closing: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const abort = () => controller.abort();
  // who has gone while the request waited has closed it before anybody listened
  if (closing.aborted || ctx.res.closed || ctx.res.destroyed) abort();
  closing.addEventListener('abort', abort, { once: true });
  ctx.res.once('close', () => {
    closing.removeEventListener('abort', abort);
    abort();
  });
  return controller.signal;
}

/**
 * Reads the first piece of a source before its answer begins, so that a source that cannot be read is answered with its coded error: once the
 * headers are sent, all that is left is to cut the connection. The result closes the source when it ends or is closed.
 * @throws what the source throws before its first piece
 */
async function beginStream(source: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const pieces = source[Symbol.asyncIterator]();
  const first = await pieces.next();
  return (async function* () {
    try {
      for (let piece = first; !piece.done; piece = await pieces.next()) yield piece.value;
    } finally {
      await pieces.return?.();
    }
  })();
}

/**
 * Validates an answer against its endpoint's declaration. Undeclared keys are dropped, so a new column never reaches the wire by accident.
 * A wrong shape or an undeclared status is a bug: it throws outside production; in production it is logged and the answer is sent.
 * @returns the body to send
 */
function checkAnswer(endpoint: Endpoint, answer: { status: number; body: unknown }, log: Logger): unknown {
  const schema = endpoint.responses[answer.status];
  const result = schema?.safeParse(answer.body);
  if (result?.success) return result.data;
  const why = result ? z.prettifyError(result.error) : 'this status is not declared';
  if (!config().production) throw new Error(`${endpoint.name} answered ${answer.status}: ${why}`);
  log.error({ route: endpoint.name, status: answer.status, why }, 'answer is not as declared');
  return answer.body;
}

/** Interval of keep-alive comments: proxies and browsers drop a connection that stays silent for long. */
const STILL_HERE_MS = 15_000;
const STILL_HERE = ': still here\n\n';

/**
 * Streams server-sent events, each validated against its declaration and sent as one line of JSON. The stream ends with its source, or when
 * the caller disconnects or the process is asked to stop; the source is closed then too.
 * @throws when an event does not match its declaration: the connection breaks, so the bug is noticed
 */
export async function* eventStream(
  events: AsyncIterable<unknown>,
  { schema, signal, everyMs = STILL_HERE_MS }: { schema: z.ZodMiniType; signal: AbortSignal; everyMs?: number },
): AsyncGenerator<string> {
  const source = events[Symbol.asyncIterator]();
  const gone = new Promise<'gone'>((resolve) => signal.addEventListener('abort', () => resolve('gone'), { once: true }));
  let next = source.next();
  try {
    // headers are flushed with the first bytes, and the client waits for them to know it is connected
    yield STILL_HERE;
    while (!signal.aborted) {
      let timer: NodeJS.Timeout | undefined;
      const quiet = new Promise<'quiet'>((resolve) => (timer = setTimeout(() => resolve('quiet'), everyMs)));
      const what = await Promise.race([next, quiet, gone]).finally(() => clearTimeout(timer));
      if (what === 'gone') return;
      if (what === 'quiet') {
        yield STILL_HERE;
        continue;
      }
      if (what.done) return;
      yield `data: ${JSON.stringify(schema.parse(what.value))}\n\n`;
      next = source.next();
    }
  } finally {
    // a pending `next` settles only with its next event; its rejection is no longer awaited
    next.catch(() => undefined);
    void source.return?.().catch(() => undefined);
  }
}

interface Credentials {
  /** The access token as sent, or null when none was. */
  readonly bearer: string | null;
  readonly cookie: string | null;
}

/** Clients that stringify a missing token send these values; they count as no token. */
const NO_TOKEN = new Set(['', 'null', 'undefined']);

function readCredentials(ctx: Context): Credentials {
  const [, token] = /^bearer(?:\s+(.*))?$/i.exec(ctx.get('Authorization').trim()) ?? [];
  const bearer = token?.trim() ?? '';
  return { bearer: NO_TOKEN.has(bearer) ? null : bearer, cookie: readSessionCookie(ctx) };
}

/** Returns the ticket of a client that opens a WebSocket without a cookie; null when there is none (G21). */
function readTicket(ctx: Context): string | null {
  const offered = ctx.get('Sec-WebSocket-Protocol').split(',');
  const found = offered.map((protocol) => protocol.trim()).find((protocol) => protocol.startsWith(TICKET_PREFIX));
  return found?.slice(TICKET_PREFIX.length) ?? null;
}

/**
 * Identifies the caller. A bearer token takes precedence over the cookie: an invalid token is rejected even if the cookie is valid, so that
 * the client refreshes it. A ticket takes precedence over both. A cookie of another account beside the token is also rejected: two people
 * share this browser and the caller does not know. With an API key the cookie is not looked at.
 *
 * @throws ProductError auth.token_invalid, auth.required, key.invalid (all 401), key.network
 */
async function authenticate(
  ip: string,
  { bearer, cookie }: Credentials,
  ticket: string | null = null,
): Promise<{ session: LiveSession; by: 'bearer' | 'cookie' }> {
  if (ticket !== null) {
    const session = await takeTicket(ticket);
    if (!session) throw new ProductError('auth.token_invalid', 'The ticket was used or is too old.');
    return { session, by: 'bearer' };
  }
  if (bearer?.startsWith(KEY_PREFIX)) return { session: await useKey(bearer, plainAddress(ip)), by: 'bearer' };
  const [byBearer, byCookie] = await Promise.all([bearer ? verifyAccess(bearer) : null, cookie ? verifyCookie(cookie) : null]);
  if (bearer && !byBearer) throw new ProductError('auth.token_invalid');
  const session = byBearer ?? byCookie;
  if (!session) throw new ProductError('auth.required');
  if (byCookie && byCookie.userId !== session.userId) {
    throw new ProductError('auth.token_invalid', 'Someone else has signed in here. Please sign in again.');
  }
  if (byCookie && !byCookie.cookieSeen) await markCookieSeen(byCookie.sessionId);
  return { session, by: byBearer ? 'bearer' : 'cookie' };
}
