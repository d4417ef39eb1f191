import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod/mini';
import type { Logger } from 'pino';
import { CHOSEN_HEADERS, type AnswerOf, type BodyOf, type Endpoint, type ParamsOf, type QueryOf } from '#contract/platform/endpoint.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { isKeyInForce, keyRefused } from '#domain/identity/api-keys/api-key.commands.ts';
import { liveSessionById, type Launch, type LiveSession } from '#domain/identity/sessions/live-sessions.ts';
import { acceptingAtMost } from '#domain/platform/accepted-price.ts';
import { acting } from '#domain/platform/acts/act.ts';
import { actingFrom, actingWith } from '#domain/platform/acting-key.ts';
import { config } from '#domain/platform/config.ts';
import { withinShare } from '#domain/platform/connection-share.ts';
import { ProductError } from '#domain/platform/errors.ts';
import type { Caller } from '#domain/platform/turns/fair-line.ts';
import type { SentFile } from '#domain/platform/storage/sent-file.ts';
import { actOf } from './act-headers.ts';
import { constantOf, sendConstant, type Constant } from './constants.ts';
import { takesTurn, type ApiRouter, type GuardContext } from './api-router.ts';
import {
  admitPerson,
  assertKeyMay,
  authenticate,
  authenticateLaunch,
  callerOf,
  countKey,
  readCredentials,
  readTicket,
  type Credentials,
} from './callers.ts';
import { doorOf, type Entry } from './doors.ts';
import { MAX_PRICE, maxPriceOf } from './max-price.ts';
import { parseRequest } from './parse-request.ts';
import { refuseForeign } from './provenance.ts';
import { inFileFolder, type FileFolder } from './file-folder.ts';
import { readJsonBody } from './read-body.ts';
import { readUpload } from './read-upload.ts';
import { chargedAlone } from './work-allowance.ts';
import { isUpgrade, takeSocket, type Upgrade } from './upgrades.ts';

/** The input of a handler, validated and parsed; of the raw request only the headers remain. */
interface GuardedRequest<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** Files by their declared names, until the handler ends; only for endpoints with `upload`, or with a file among `apart`. */
  readonly files: Readonly<Record<string, readonly SentFile[]>>;
  /** The caller's session, or that of an API key's holder; null on public endpoints, which do not authenticate. */
  readonly user: E['auth'] extends 'public' ? null : E['auth'] extends 'launch' ? LiveSession & { readonly launch: Launch } : LiveSession;
  /** Credentials as sent, unchecked; for endpoints that manage sessions themselves. */
  readonly credentials: Credentials;
  /** One header's value, empty when absent. */
  header(name: string): string;
  readonly requestId: string;
  /** Fires when the caller disconnects or the process is asked to stop. Neither cancels work that was already accepted. */
  readonly signal: AbortSignal;
}

/** One of the declared answers, whose status determines the shape of its body. */
type Answer<E extends Endpoint> = {
  [S in keyof E['responses'] & number]: {
    status: S;
    body: AnswerOf<E & { responses: Pick<E['responses'], S> }>;
    headers?: Record<string, string | string[]>;
  };
}[keyof E['responses'] & number];

/** The values that a handler receives besides the parsed request. */
type Rest = Pick<GuardedRequest<Endpoint>, 'files' | 'credentials' | 'requestId' | 'header' | 'signal'>;
type Raw = Parameters<typeof parseRequest>[1];

type Handler<E extends Endpoint> = (request: GuardedRequest<E>) => Promise<Answer<E>>;
/**
 * The handler of an endpoint. The conditional type makes the compiler resolve `E` first, so that `status: 200` is inferred as 200, not as a
 * number.
 */
type HandlerFor<E extends Endpoint> = E extends Endpoint ? Handler<E> : never;

/**
 * Registers an endpoint of the contract on the router, guarded by its own declaration; there is no other way to add a route. Checks run in
 * this order: the caller (401; the key's scopes, same origin, role, verified address and age: 403), the `user_id` (403), shape (400), rate
 * limits and turns (429). If the caller has used up a limit, the body is not read (429). A body that cannot be read at all is refused (400,
 * 413, 415) before its `user_id` can be known. Then the handler runs, and its answer is validated against the declaration. Uploads, event
 * streams and sockets pass the same checks.
 * @throws when the endpoint is not in the contract, or is mounted twice
 */
export function mount<const E extends Endpoint>(router: ApiRouter, endpoint: E, handler: HandlerFor<E>): void {
  if (!ENDPOINTS.includes(endpoint)) throw new Error(`${endpoint.name} is not declared in contract/endpoints.ts`);
  serve(router, endpoint, handler);
}

/** Registers an endpoint without checking that it is in the contract; for the guard's own tests. */
export function serve<const E extends Endpoint>(router: ApiRouter, endpoint: E, handler: HandlerFor<E>): void {
  if (router.mounted.has(endpoint.name)) throw new Error(`${endpoint.name} is mounted twice`);
  router.mounted.add(endpoint.name);
  const limit = router.limits.of(endpoint);
  const refuseSpent = router.limits.beforeBody(endpoint);
  let kept: Promise<Kept> | undefined;

  /** Parses a request for the handler. */
  const requestOf = (raw: Raw, session: LiveSession | null, rest: Rest): GuardedRequest<E> => {
    // lazy evaluation after this is not included
    const parsed = { ...chargedAlone(() => parseRequest(endpoint, raw)), user: session };
    return Object.defineProperties(parsed, Object.getOwnPropertyDescriptors(rest)) as unknown as GuardedRequest<E>;
  };

  /** Returns the price that the caller has accepted, if any. */
  const acceptedOf = (header: (name: string) => string) =>
    endpoint.headers?.includes(MAX_PRICE) ? maxPriceOf(header(MAX_PRICE)) : ('undeclared' as const);

  router.inside.set(endpoint.name, async ({ session, ip, log, params, query, body, headers = {}, requestId, signal }) => {
    const key = session.key ?? null;
    if (key) {
      assertKeyMay(endpoint, key.scopes);
      // a tool may call again long after its exchange was let in
      if (!(await withinShare(session.userId, () => isKeyInForce(key.id)))) throw keyRefused();
      await router.limits.of({ limit: 'key', name: endpoint.name })({ ip, userId: key.id, body: undefined }, async () => undefined);
    }
    await admitPerson(endpoint, session, session.userId);
    if (endpoint.media || endpoint.event || endpoint.socket || takesFiles(endpoint))
      throw new Error(`${endpoint.name} is not a plain JSON call`);
    const call = { ip, userId: session.userId, body };
    if (endpoint.body) await refuseSpent(call);
    const rest = {
      files: {},
      credentials: { bearer: null, cookie: null },
      requestId,
      header: headerOf(endpoint, (name) => headers[name] ?? ''),
      signal,
    };
    const raw = { params, query: query ?? {}, body };
    if (endpoint.auth === 'user') refuseOtherUser(raw, session);
    const request = requestOf(raw, session, rest);
    const act = actOf(endpoint, request.header, session.userId);
    const work = () =>
      withinShare(session.userId, () =>
        actingWith(key, () => acceptingAtMost(acceptedOf(request.header), () => acting(act, () => handler(request)))),
      );
    const answer = await router.limits.charged({ of: 'account', key: session.userId }, () =>
      withinShare(session.userId, () =>
        limit({ ...call, body: request.body }, () =>
          takesTurn(endpoint, request.query) ? router.turn(session.userId, work, { signal }) : work(),
        ),
      ),
    );
    return checkAnswer(endpoint, answer, log);
  });

  router.register({ door: doorOf(endpoint), path: endpoint.path, method: endpoint.method }, async (ctx, entry) => {
    ctx.state.route = endpoint.name;
    ctx.set('Cache-Control', 'no-store');
    const credentials = readCredentials(ctx);
    if (endpoint.auth !== 'public') await countKey(credentials.bearer, { ip: ctx.ip, limits: router.limits, what: endpoint.name });
    const ticket = endpoint.socket ? readTicket(ctx) : null;
    const identify = () =>
      endpoint.auth === 'launch' ? authenticateLaunch(ctx.ip, credentials) : authenticate(ctx.ip, credentials, ticket);
    const caller = endpoint.auth === 'public' ? null : await withinShare(callerOf(ctx), identify);
    if (caller) ctx.state.caller = caller.session;
    const key = caller?.session.key ?? null;
    if (key) assertKeyMay(endpoint, key.scopes);
    refuseForeign(ctx, caller?.by ?? 'nothing', { isSocket: endpoint.socket === true });
    await admitPerson(endpoint, caller?.session ?? null, callerOf(ctx));
    if (endpoint.body || endpoint.upload) await refuseSpent({ ip: ctx.ip, userId: caller?.session.userId ?? null });
    const answerWith = async (folder: FileFolder | null): Promise<void> => {
      const sent = await readBody(ctx, endpoint, folder);
      const raw = { params: ctx.params, query: ctx.query, body: sent };
      const session = caller?.session ?? null;
      if (endpoint.auth === 'user') refuseOtherUser(raw, session);
      if (endpoint.socket && !isUpgrade(ctx.req)) throw new ProductError('method_not_allowed', 'This address takes sockets only.');
      let signal: AbortSignal | undefined;
      const request = requestOf(raw, session, {
        files: folder?.files() ?? {},
        credentials,
        requestId: ctx.state.requestId,
        header: headerOf(endpoint, (name) => ctx.get(name)),
        // created lazily: few handlers need it
        get signal() {
          return (signal ??= signalOf(ctx, router.closing));
        },
      });
      const { query, body } = request;
      const call = { ip: ctx.ip, userId: session?.userId ?? null, body };
      const sharing = callerOf(ctx);
      const act = session && actOf(endpoint, request.header, session.userId);
      const work = () =>
        withinShare(sharing, () =>
          actingWith(key, () =>
            actingFrom(ctx.get('User-Agent'), () => acceptingAtMost(acceptedOf(request.header), () => acting(act, () => handler(request)))),
          ),
        );
      if (endpoint.constant) {
        const make = () =>
          keep(endpoint, work, ctx).catch((error: unknown) => {
            kept = undefined;
            throw error;
          });
        const { constant, headers } = await withinShare(sharing, () => limit(call, () => (kept ??= make())));
        ctx.set({ ...headers, 'Cache-Control': 'no-cache' });
        ctx.status = 200;
        return sendConstant(ctx, constant);
      }
      // the limits' own statements take turns too
      const answer = await withinShare(sharing, () =>
        limit(call, () => (takesTurn(endpoint, query) ? router.turn(sharing, work, { signal: request.signal }) : work())),
      );
      const checked = checkAnswer(endpoint, answer, ctx.state.log);
      const media = endpoint.media ? await beginStream(checked as AsyncIterable<Uint8Array>) : null;
      ctx.set(answer.headers ?? {});
      ctx.status = answer.status;
      if (endpoint.socket && answer.status === 101) return openSocket(ctx, entry, checked as (upgrade: Upgrade) => void);
      if (endpoint.event) {
        const until = caller ? AbortSignal.any([request.signal, endOfCaller(caller.session, sharing, request.signal)]) : request.signal;
        return sendEvents(ctx, checked as AsyncIterable<unknown>, { schema: endpoint.event, signal: until });
      }
      // a recording has one of two types, which its answer declares
      if (endpoint.media && !answer.headers?.['Content-Type']) ctx.type = endpoint.media;
      // a disconnect destroys the stream, and with it its source
      if (media) ctx.body = Readable.from(entry.chargedPieces(media), { objectMode: false });
      else sendJson(ctx, checked);
    };
    await entry.pay(caller?.session.userId ?? null, () =>
      caller && takesFiles(endpoint) ? inFileFolder(caller.session.userId, answerWith) : answerWith(null),
    );
  });
}

/**
 * Reads headers for a handler. A header that callers can choose must be declared, because the document would not name it otherwise.
 * @throws for a bug
 */
const headerOf =
  ({ name: endpoint, headers = [] }: Endpoint, read: (name: string) => string) =>
  (name: string): string => {
    if (CHOSEN_HEADERS.some((one) => one === name && !headers.includes(one)))
      throw new Error(`${endpoint} reads the header ${name} without declaring it`);
    return read(name);
  };

const takesFiles = ({ upload, apart = {} }: Endpoint): boolean =>
  upload !== undefined || Object.values(apart).some(({ as }) => as === 'file');

interface Kept {
  readonly constant: Constant;
  readonly headers: Answer<Endpoint>['headers'];
}

/** Makes the answer of a constant endpoint, for which its first caller waits. */
async function keep(endpoint: Endpoint, make: () => Promise<Answer<Endpoint>>, ctx: GuardContext): Promise<Kept> {
  const answer = await make();
  const checked = checkAnswer(endpoint, answer, ctx.state.log);
  const bytes = endpoint.media ? await buffer(checked as AsyncIterable<Uint8Array>) : Buffer.from(JSON.stringify(checked));
  return { constant: constantOf(bytes, endpoint.media ?? 'json'), headers: answer.headers };
}

/** Answers with JSON, serialised once: Koa would serialise an object to know its length, and again to send it. */
function sendJson(ctx: GuardContext, body: unknown): void {
  if (typeof body !== 'object' || body === null) {
    ctx.body = body;
    return;
  }
  ctx.type = 'json';
  ctx.body = chargedAlone(() => JSON.stringify(body));
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

/** Milliseconds between a stream's checks whether its caller still has access. */
const CALLER_CHECK_MS = 1_000;

/**
 * Returns a signal that fires when a session or a key ends, or its owner loses access, so that its streams end.
 * @param sharing whose share of connections is used for the checks
 * @param closed fires when the client has disconnected
 */
function endOfCaller({ sessionId, key }: LiveSession, sharing: Caller, closed: AbortSignal): AbortSignal {
  const ended = new AbortController();
  // an aborted signal notifies no later listeners, so it would be checked for ever
  if (closed.aborted) return ended.signal;
  const check = async () => {
    const mayCall = async () => (key ? isKeyInForce(key.id) : (await liveSessionById(sessionId)) !== null);
    if (!(await withinShare(sharing, mayCall))) ended.abort();
  };
  const checks = setInterval(() => {
    // checked again in a second
    check().catch(() => undefined);
  }, CALLER_CHECK_MS).unref();
  for (const signal of [closed, ended.signal]) signal.addEventListener('abort', () => clearInterval(checks), { once: true });
  return ended.signal;
}

function openSocket(ctx: GuardContext, entry: Entry, take: (upgrade: Upgrade) => void): void {
  ctx.respond = false;
  take(takeSocket(ctx.req, entry));
}

/**
 * Refuses a request whose `user_id` (in the path, the query or the body) differs from the session's, even if the endpoint does not declare
 * one. The field is an assertion to compare and never selects anything. Operators can name other users.
 */
function refuseOtherUser(raw: { params: unknown; query: unknown; body: unknown }, caller: LiveSession | null): void {
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
  // a client that disconnected while the request waited closed it before anybody listened
  if (closing.aborted || ctx.res.closed || ctx.res.destroyed) abort();
  closing.addEventListener('abort', abort, { once: true });
  ctx.res.once('close', () => {
    closing.removeEventListener('abort', abort);
    abort();
  });
  return controller.signal;
}

/**
 * Reads the first piece of a source before its answer begins, so that an unreadable source is answered with its error code: once the
 * headers are sent, the connection can only be cut. The result closes the source when it ends or is closed.
 * @throws whatever the source throws before its first piece
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
 * Validates an answer against its endpoint's declaration. Undeclared keys are dropped, so a new column is never sent by accident. A wrong
 * shape or an undeclared status is a bug: it throws outside production; in production it is logged and the answer is sent.
 * @returns the body to send
 */
function checkAnswer(endpoint: Endpoint, answer: { status: number; body: unknown }, log: Logger): unknown {
  const schema = endpoint.responses[answer.status];
  const result = chargedAlone(() => schema?.safeParse(answer.body));
  if (result?.success) return result.data;
  const why = result ? z.prettifyError(result.error) : 'this status is not declared';
  if (!config().production) throw new Error(`${endpoint.name} answered ${answer.status}: ${why}`);
  log.error({ route: endpoint.name, status: answer.status, why }, 'the answer does not match the contract');
  return answer.body;
}

/** Interval of keep-alive comments: proxies and browsers drop connections that stay silent for long. */
const STILL_HERE_MS = 15_000;
const STILL_HERE = ': still here\n\n';

/**
 * Streams server-sent events, each validated against its declaration and sent as one line of JSON. The stream ends with its source, or when
 * the caller disconnects or the process is asked to stop; it then closes the source too.
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
    // headers are flushed with the first bytes, which tell the client that it is connected
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
