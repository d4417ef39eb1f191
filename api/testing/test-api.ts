import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Middleware } from 'koa';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { openLiveHub, type LiveHub } from '#api/live/live-hub.ts';
import { LIVE_HANDLERS } from '#api/live/live-handlers.ts';
import type { RequestState } from '#api/platform/api-router.ts';
import { createHttpServer } from '#api/platform/http-server.ts';
import type { Limits } from '#api/platform/limits.ts';
import { createMetrics } from '#api/platform/metrics.ts';
import { createReadiness } from '#api/platform/health/readiness.ts';
import { createApp } from '#api/server.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { declaredCodes } from '#contract/platform/declared-codes.ts';
import type { ErrorCode } from '#contract/platform/errors.ts';
import { givenTokens } from '#domain/billing/ledger/wallet.factory.ts';
import type { Config } from '#domain/platform/config.ts';
import { outgoing } from '#domain/platform/network/outgoing.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { useTestDatabase, type TestDatabase } from '#domain/testing/test-database.ts';

export interface Sent {
  readonly method?: string;
  readonly body?: unknown;
  /** Sent unchanged instead of `body`. */
  readonly rawBody?: string;
  readonly bearer?: string;
  /** Value of the session cookie. */
  readonly cookie?: string;
  readonly headers?: Record<string, string>;
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed body, undefined when it is not JSON. */
  readonly json: any;
}

export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly cookie: string;
}

/** Headers that a browser adds to requests of our own pages. */
export const FROM_OUR_PAGE = { 'Sec-Fetch-Site': 'same-origin' };
export const PASSWORD = 'correct horse battery';

/** Sends one request exactly as given, without the headers that `fetch` would add or forbid. */
export async function send(origin: string, target: string, sent: Sent & { cookieName?: string } = {}): Promise<Received> {
  const payload = sent.rawBody ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body));
  const headers: Record<string, string> = {
    ...(payload !== undefined && { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(payload)) }),
    ...(sent.bearer !== undefined && { Authorization: `Bearer ${sent.bearer}` }),
    ...(sent.cookie !== undefined && { Cookie: `${sent.cookieName}=${sent.cookie}` }),
    ...sent.headers,
  };
  const outgoing = httpRequest(origin + target, { method: sent.method ?? (payload === undefined ? 'GET' : 'POST'), headers, agent: false });
  outgoing.end(payload);
  const [response] = await once(outgoing, 'response');
  const body = await text(response);
  const isJson = body !== '' && /\bjson\b/.test(response.headers['content-type'] ?? '');
  return { status: response.statusCode, headers: response.headers, text: body, json: isJson ? JSON.parse(body) : undefined };
}

interface TestApi {
  readonly database: TestDatabase;
  readonly origin: string;
  readonly server: Server;
  /** The live hub, which receives nothing until a test subscribes it. */
  readonly live: LiveHub;
  call(target: string, sent?: Sent): Promise<Received>;
  /**
   * Registers a user through the API and grants tokens; with `tokens: 0` they have only the allowance of every new user. Without
   * `birthYear` their age is unknown, as for every new user, and without `proven` their address is not verified yet.
   */
  givenPerson(
    email: string,
    options?: { tokens?: number; birthYear?: number; roles?: readonly string[]; proven?: boolean },
  ): Promise<Person>;
}

/** Serves the whole application on a free port, with the test file's own database. Queues accept everything and do nothing. */
export function useTestApi(changes: Partial<Config> = {}, { limits }: { limits?: Limits } = {}): TestApi {
  const database = useTestDatabase(changes);
  const closing = new AbortController();
  let server: Server;
  let origin = '';
  const state: { live?: LiveHub } = {};
  const undeclared: string[] = [];
  const noteUndeclared: Middleware<RequestState> = async (ctx, next) => {
    await next();
    const endpoint = ENDPOINTS.find(({ name }) => name === ctx.state.route);
    if (!endpoint || ctx.status < 400 || !ctx.type.includes('json')) return;
    const { code } = JSON.parse(String(ctx.body)) as { code: ErrorCode };
    if (!declaredCodes(endpoint).has(code)) undeclared.push(`${endpoint.name} answered ${code}, which it does not declare`);
  };
  afterEach(() => expect(undeclared.splice(0)).toEqual([]));
  beforeAll(async () => {
    setJobSink(async () => {});
    const live = openLiveHub(LIVE_HANDLERS);
    state.live = live;
    const readiness = createReadiness({ pingQueues: async () => {}, closing: closing.signal });
    const pages = path.join(tmpdir(), 'coursewright-no-pages');
    const app = createApp({
      metrics: createMetrics(),
      readiness,
      live,
      closing: closing.signal,
      pages,
      mayLack: true,
      ...(limits && { limits }),
    });
    app.middleware.unshift(noteUndeclared);
    const callback = app.callback();
    // the api has no purpose of its own, although the test's client has one
    const handle: RequestListener = (request, response) => void outgoing(null, () => callback(request, response));
    server = createHttpServer(handle).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    closing.abort();
    await state.live?.close();
    server.close();
    server.closeAllConnections();
    setJobSink(null);
  });

  const call = (target: string, sent: Sent = {}) => send(origin, target, { cookieName: '__Host-cw-3000', ...sent });
  return {
    database,
    get live() {
      if (!state.live) throw new Error('the api is not up yet');
      return state.live;
    },
    get origin() {
      return origin;
    },
    get server() {
      return server;
    },
    call,
    async givenPerson(email, { tokens = 100_000, birthYear, roles, proven = false } = {}) {
      const answer = await call('/api/auth/register', {
        body: { email, password: PASSWORD, first_name: 'Ada', last_name: 'Okafor', terms_accepted: true },
      });
      if (answer.status !== 201) throw new Error(`registration answered ${answer.status}: ${answer.text}`);
      const { access_token, refresh_token, user } = answer.json;
      if (birthYear !== undefined) await database.knex('account').where({ id: user.user_id }).update({ birth_year: birthYear });
      if (proven) await database.knex('account').where({ id: user.user_id }).update({ email_verified_at: new Date() });
      if (roles) await database.knex('account').where({ id: user.user_id }).update({ roles });
      if (tokens > 0) await givenTokens(user.user_id, tokens);
      return { userId: user.user_id, email, accessToken: access_token, refreshToken: refresh_token, cookie: cookieOf(answer)! };
    },
  };
}

/** Returns the session cookie that an answer sets; null if it sets none. */
export function cookieOf(answer: Received): string | null {
  const [header = ''] = answer.headers['set-cookie'] ?? [];
  return /^__Host-[\w-]+=([^;]*)/.exec(header)?.[1] ?? null;
}
