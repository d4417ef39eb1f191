import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FROM_OUR_PAGE, send, type Sent } from '#api/testing/test-api.ts';
import { defineEndpoint, type Endpoint } from '#contract/platform/endpoint.ts';
import { registerAccount, grantRole } from '#domain/identity/accounts/account.commands.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { createApiRouter, type RequestState } from './api-router.ts';
import { problems, unknownRoute } from './errors.ts';
import { mount, serve } from './guard.ts';
import { LIMITS, openLimits } from './limits.ts';
import { requestId } from './request-log.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';

allowLogged(
  /secret of the house|this status is not declared|answers answered 200|the answer does not match the contract|reads the header Idempotency-Key|restarting/,
);

useTestDatabase();

const base = { summary: '', errors: [], responses: { 200: z.object({ said: z.string() }) } } as const;
const ofAll = { ...base, publicAs: 'information' } as const;
const guarded = { ...base, personOnly: 'access' } as const;
const open = defineEndpoint({ ...ofAll, name: 'open', method: 'GET', path: '/api/open', auth: 'public' });
const openPost = defineEndpoint({ ...ofAll, name: 'openPost', method: 'POST', path: '/api/open', auth: 'public' });
const named = defineEndpoint({ ...ofAll, name: 'named', method: 'POST', path: '/api/named', auth: 'public', headers: ['Idempotency-Key'] });
const unnamed = defineEndpoint({ ...ofAll, name: 'unnamed', method: 'POST', path: '/api/unnamed', auth: 'public' });
const mine = defineEndpoint({ ...guarded, name: 'mine', method: 'GET', path: '/api/mine', auth: 'user' });
const change = defineEndpoint({ ...guarded, name: 'change', method: 'POST', path: '/api/mine', auth: 'user', offline: 'never' });
const operators = defineEndpoint({ ...guarded, name: 'operators', method: 'GET', path: '/api/operators', auth: 'operator' });
const byPath = defineEndpoint({
  ...guarded,
  name: 'byPath',
  method: 'GET',
  path: '/api/of/:user_id',
  auth: 'user',
  params: z.object({ user_id: z.string() }),
});
const fixedPath = defineEndpoint({ ...ofAll, name: 'fixedPath', method: 'GET', path: '/api/of/everybody', auth: 'public' });
const byBody = defineEndpoint({
  ...guarded,
  name: 'byBody',
  method: 'POST',
  path: '/api/by-body',
  auth: 'user',
  offline: 'never',
  body: z.object({
    user_id: z.optional(z.string()),
    size: z.enum(['small', 'large']),
    note: z._default(z.string().check(z.maxLength(10)), 'none'),
  }),
  example: { size: 'small' },
  readBy: 'no_text',
});
const paged = defineEndpoint({
  ...ofAll,
  name: 'paged',
  method: 'GET',
  path: '/api/paged',
  auth: 'public',
  link: 'no_secret',
  query: z.object({ limit: z._default(z.coerce.number().check(z.int()), 50) }),
});
const answers = defineEndpoint({
  ...ofAll,
  name: 'answers',
  method: 'GET',
  path: '/api/answers/:kind',
  auth: 'public',
  link: 'no_secret',
  params: z.object({ kind: z.string() }),
});
const searched = defineEndpoint({
  ...guarded,
  name: 'searched',
  method: 'GET',
  path: '/api/searched',
  auth: 'user',
  query: z.object({ q: z.optional(z.string()) }),
  turns: ['q'],
});
const limitedOnce = defineEndpoint({
  ...guarded,
  name: 'once',
  method: 'POST',
  path: '/api/once',
  auth: 'user',
  offline: 'never',
  limit: 'once',
  body: z.object({ size: z.string() }),
  example: { size: 'small' },
  readBy: 'no_text',
});
const waits = defineEndpoint({ ...ofAll, name: 'waits', method: 'GET', path: '/api/waits', auth: 'public' });

const said = (text: string) => ({ status: 200 as const, body: { said: text } });
const closing = new AbortController();
let handled: string[] = [];
/** Resolved to let searches continue. */
const found = Promise.withResolvers<void>();
let searching = 0;
let server: Server;
let origin: string;
let ada: { userId: string; accessToken: string; cookie: string };
let ben: typeof ada;

async function givenPerson(email: string): Promise<typeof ada> {
  const opened = await registerAccount({
    email,
    password: 'correct horse',
    firstName: 'A',
    lastName: 'B',
    marketingConsent: false,
    userAgent: '',
  });
  return { userId: opened.accountId, accessToken: opened.accessToken, cookie: opened.cookie };
}

const call = (target: string, sent: Sent = {}) => send(origin, target, { cookieName: '__Host-cw-3000', ...sent });
const refusal = async (answer: ReturnType<typeof call>) => {
  const { status, json } = await answer;
  return [status, json.code];
};

const ONCE = { limit: 'once', by: 'user', points: 1, perSeconds: 600, localPoints: 1, counts: 'calls', storage: 'memory' } as const;

beforeAll(async () => {
  const limits = openLimits({ local: true, table: [...LIMITS, ONCE] });
  const router = createApiRouter({ limits, closing: closing.signal });
  serve(router, open, async () => said('open'));
  serve(router, openPost, async () => said('open'));
  serve(router, named, async ({ header }) => said(header('Idempotency-Key')));
  serve(router, unnamed, async ({ header }) => said(header('Idempotency-Key')));
  serve(router, mine, async ({ user }) => said(user.userId));
  serve(router, change, async ({ user }) => {
    handled.push(user.userId);
    return said('changed');
  });
  serve(router, operators, async () => said('console'));
  serve(router, byPath, async ({ params }) => said(params.user_id));
  serve(router, fixedPath, async () => said('everybody'));
  serve(router, byBody, async ({ body }) => said(`${body.size} ${body.note}`));
  serve(router, limitedOnce, async ({ body }) => said(body.size));
  serve(router, paged, async ({ query }) => said(String(query.limit)));
  serve(router, searched, async ({ query }) => {
    searching += 1;
    if (query.q !== 'at once' && query.q !== undefined) await found.promise;
    return said(String(query.q));
  });
  serve(router, waits, ({ signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(said('told to hurry')))));
  serve(router, answers, async ({ params }) => {
    if (params.kind === 'more') return { status: 200, body: { said: 'yes', password_hash: 'secret' } };
    if (params.kind === 'less') return { status: 200, body: {} } as never;
    if (params.kind === 'teapot') return { status: 418, body: {} } as never;
    if (params.kind === 'away') throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    if (params.kind === 'bug') throw new Error('secret of the house');
    throw new ProductError('vendors.all_down', 'Nobody is there.', { cause: new Error('secret of the house') });
  });
  const app = new Koa<RequestState>();
  app.use(requestId).use(problems).use(router.routes.listen).use(unknownRoute(limits, router.methodsOf).listen);
  server = createServer(app.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  ada = await givenPerson('ada@example.com');
  ben = await givenPerson('ben@example.com');
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

describe('registering', () => {
  it('refuses an undeclared endpoint, and the same endpoint twice', () => {
    const router = createApiRouter({ limits: openLimits({ local: true }), closing: closing.signal });
    expect(() => mount(router, open, async () => said(''))).toThrow(/not declared/);
    serve(router, open, async () => said(''));
    expect(() => serve(router, open, async () => said(''))).toThrow(/twice/);
  });

  it('refuses an endpoint whose limit has no row in the table', () => {
    const router = createApiRouter({ limits: openLimits({ local: true }), closing: closing.signal });
    const unlimited: Endpoint = { ...open, name: 'unlimited', limit: 'nonsense' };
    expect(() => serve(router, unlimited, async () => said('') as never)).toThrow(/no limit 'nonsense'/);
  });
});

describe('identifying the caller', () => {
  it('answers 401 with a challenge without a session, and admits anyone to public endpoints', async () => {
    const answer = await call('/api/mine');
    expect([answer.status, answer.json.code, answer.headers['www-authenticate']]).toEqual([401, 'auth.required', 'Bearer']);
    expect((await call('/api/open')).json.said).toBe('open');
  });

  it('AUTH-29 knows the caller by bearer token or by cookie', async () => {
    expect((await call('/api/mine', { bearer: ada.accessToken })).json.said).toBe(ada.userId);
    expect((await call('/api/mine', { headers: { Authorization: `bearer   ${ada.accessToken}` } })).json.said).toBe(ada.userId);
    expect((await call('/api/mine', { cookie: ada.cookie })).json.said).toBe(ada.userId);
  });

  it('refuses a bad bearer even beside a good cookie, and ignores a bad cookie beside a good bearer', async () => {
    expect(await refusal(call('/api/mine', { bearer: 'expired', cookie: ada.cookie }))).toEqual([401, 'auth.token_invalid']);
    expect((await call('/api/mine', { bearer: ada.accessToken, cookie: 'x'.repeat(43) })).status).toBe(200);
  });

  it.each(['null', 'undefined', '', ' '])('ignores the malformed bearer %j', async (bearer) => {
    expect((await call('/api/mine', { bearer, cookie: ada.cookie })).json.said).toBe(ada.userId);
    expect(await refusal(call('/api/mine', { bearer }))).toEqual([401, 'auth.required']);
  });

  it('refuses one user’s bearer beside another’s cookie', async () => {
    expect(await refusal(call('/api/mine', { bearer: ada.accessToken, cookie: ben.cookie }))).toEqual([401, 'auth.token_invalid']);
  });

  it('comes before everything else: shape, size, type and origin of a stranger’s request do not matter', async () => {
    const foreign = { 'Sec-Fetch-Site': 'cross-site' };
    expect(await refusal(call('/api/by-body', { rawBody: '{broken', headers: foreign }))).toEqual([401, 'auth.required']);
    expect(await refusal(call('/api/by-body', { rawBody: 'x'.repeat(200_000), headers: { 'Content-Type': 'text/plain' } }))).toEqual([
      401,
      'auth.required',
    ]);
    expect(await refusal(call(`/api/of/${ada.userId}`, { headers: foreign }))).toEqual([401, 'auth.required']);
  });

  it('lets only operators and admins into operator endpoints', async () => {
    expect(await refusal(call('/api/operators'))).toEqual([401, 'auth.required']);
    expect(await refusal(call('/api/operators', { bearer: ada.accessToken }))).toEqual([403, 'access.denied']);
    const operator = await givenPerson('operator@example.com');
    await grantRole({ email: 'operator@example.com', role: 'operator', actor: 'test' });
    expect((await call('/api/operators', { bearer: operator.accessToken })).status).toBe(200);
  });
});

describe('checking the origin', () => {
  const change = (headers: Record<string, string>) => call('/api/mine', { method: 'POST', cookie: ada.cookie, headers });

  it.each([
    ['Sec-Fetch-Site: same-origin', FROM_OUR_PAGE],
    ['Origin: the public origin', { Origin: 'http://localhost:3000' }],
  ])('lets a cookie change things with %s', async (_, headers) => {
    expect((await change(headers)).status).toBe(200);
  });

  it('lets a cookie change things from the loopback name that was called, outside production', async () => {
    expect((await change({ Origin: origin })).status).toBe(200);
    expect((await change({ Origin: origin.replace('http:', 'https:') })).status).toBe(403);
    expect((await change({ Origin: 'http://rebound.example', Host: 'rebound.example' })).status).toBe(403);
  });

  it.each([
    ['nothing that tells', {}],
    ['Sec-Fetch-Site: cross-site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://localhost:3000' }],
    ['Sec-Fetch-Site: same-site', { 'Sec-Fetch-Site': 'same-site' }],
    ['Sec-Fetch-Site: none', { 'Sec-Fetch-Site': 'none' }],
    ['another origin', { Origin: 'https://evil.example' }],
    ['another port of this machine', { Origin: 'http://localhost:4000' }],
    ['Origin: null', { Origin: 'null' }],
  ])('refuses a change by cookie with %s, with 403, and does nothing', async (_, headers) => {
    handled = [];
    expect(await refusal(change(headers as Record<string, string>))).toEqual([403, 'csrf.refused']);
    expect(handled).toEqual([]);
  });

  it('requires no CSRF proof with a bearer token, and otherwise only from requests that declare another origin', async () => {
    expect((await call('/api/mine', { method: 'POST', bearer: ada.accessToken })).status).toBe(200);
    expect((await call('/api/open', { method: 'POST' })).status).toBe(200);
    expect(await refusal(call('/api/open', { method: 'POST', headers: { Origin: 'https://evil.example' } }))).toEqual([
      403,
      'csrf.refused',
    ]);
  });

  it('refuses cross-site reading, public or not', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site' };
    expect(await refusal(call('/api/open', { headers }))).toEqual([403, 'csrf.refused']);
    expect(await refusal(call('/api/mine', { headers, bearer: ada.accessToken }))).toEqual([403, 'csrf.refused']);
  });
});

describe('checking the owner', () => {
  it('compares a user_id in the path and in the body with the caller, and never selects by it', async () => {
    expect((await call(`/api/of/${ada.userId}`, { bearer: ada.accessToken })).status).toBe(200);
    expect(await refusal(call(`/api/of/${ben.userId}`, { bearer: ada.accessToken }))).toEqual([403, 'access.denied']);
    const ofBen = { user_id: ben.userId, size: 'small' };
    expect(await refusal(call('/api/by-body', { bearer: ada.accessToken, body: ofBen }))).toEqual([403, 'access.denied']);
    expect((await call('/api/by-body', { bearer: ben.accessToken, body: ofBen })).status).toBe(200);
    expect((await call('/api/by-body', { bearer: ben.accessToken, body: { size: 'small' } })).status).toBe(200);
  });

  it('reveals nothing about the rest of a request that names another user', async () => {
    expect(await refusal(call('/api/by-body', { bearer: ada.accessToken, body: { user_id: ben.userId } }))).toEqual([403, 'access.denied']);
  });

  it('gives a fixed address precedence over one with a parameter, whatever order they were mounted in', async () => {
    expect((await call('/api/of/everybody')).json.said).toBe('everybody');
  });
});

describe('the input', () => {
  const post = (sent: Sent) => call('/api/by-body', { bearer: ada.accessToken, ...sent });

  it('is parsed, with defaults, and undeclared keys are dropped', async () => {
    expect((await post({ body: { size: 'large', extra: 1 } })).json.said).toBe('large none');
    expect((await call('/api/paged?limit=7')).json.said).toBe('7');
    expect((await call('/api/paged')).json.said).toBe('50');
  });

  it('is refused with every invalid field, and with the allowed values', async () => {
    const answer = await post({ body: { size: 'huge', note: 'longer than ten' } });
    expect(answer.status).toBe(400);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.json).toMatchObject({ type: 'urn:coursewright:problem:validation.failed', status: 400, code: 'validation.failed' });
    expect(answer.json.request_id).toBe(answer.headers['x-request-id']);
    expect(answer.json.errors).toMatchObject([
      { path: 'size', message: 'Must be one of small, large.' },
      {
        path: 'note',
        message: expect.stringContaining('10'),
        words: { key: 'Must have at most {n, plural, one {# character} other {# characters}}.', values: { n: 10 } },
      },
    ]);
    expect((await call('/api/paged?limit=many')).json.errors[0].path).toBe('limit');
    expect((await call('/api/paged?limit=1&limit=2')).status).toBe(400);
    expect((await post({ method: 'POST' })).json.errors[0].path).toBe('body');
  });

  it('has an idempotency key if one is declared: a handler that reads it without declaring it is a bug', async () => {
    const headers = { 'Idempotency-Key': 'k1' };
    expect((await call('/api/named', { method: 'POST', headers })).json).toEqual({ said: 'k1' });
    expect(await refusal(call('/api/unnamed', { method: 'POST' }))).toEqual([500, 'internal']);
  });

  it('is rejected when it is not JSON, too large, or not text that can be stored', async () => {
    expect(await refusal(post({ rawBody: '{"size":' }))).toEqual([400, 'body.malformed']);
    for (const rawBody of ['"small"', 'null', ' 5 ', 'true', '[]']) {
      const { json } = await post({ rawBody });
      expect([json.code, json.detail]).toEqual(['validation.failed', 'Body: must be a JSON object.']);
    }
    expect(await refusal(post({ rawBody: '{"size":"small","__proto__":{"admin":true}}' }))).toEqual([400, 'body.malformed']);
    expect(await refusal(post({ rawBody: 'size=small', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }))).toEqual([
      415,
      'body.unsupported_type',
    ]);
    expect(await refusal(post({ rawBody: '{"size":"small"}', headers: { 'Content-Type': 'text/plain' } }))).toEqual([
      415,
      'body.unsupported_type',
    ]);
    expect(await refusal(post({ rawBody: 'x', headers: { 'Content-Encoding': 'wrong' } }))).toEqual([415, 'body.unsupported_type']);
    // exactly the size that its endpoint allows
    expect(await refusal(post({ body: { size: 'small', note: 'x'.repeat(17_000) } }))).toEqual([413, 'body.too_large']);
    expect((await post({ rawBody: String.raw`{"size":"small","note":"a\u0000"}` })).json.errors[0].path).toBe('note');
    expect((await post({ rawBody: String.raw`{"size":"small","note":"\ud800"}` })).json.errors[0].path).toBe('note');
  });
});

describe('a limit that is used up', () => {
  it('refuses before the body is read', async () => {
    const ask = (who: typeof ada, rawBody: string) => refusal(call('/api/once', { method: 'POST', bearer: who.accessToken, rawBody }));
    expect(await ask(ada, '{"size":"small"}')).toEqual([200, undefined]);
    expect(await ask(ada, '{')).toEqual([400, 'body.malformed']);
    expect(await ask(ada, '{"size":"small"}')).toEqual([429, 'limits.rate']);
    expect(await ask(ada, '{')).toEqual([429, 'limits.rate']);
    expect(await ask(ben, '{')).toEqual([400, 'body.malformed']);
  });
});

describe('an endpoint that is expensive for everybody', () => {
  const search = (who: typeof ada, q: string) => call(`/api/searched${q && `?q=${q}`}`, { bearer: who.accessToken });

  it('works for one user once at a time, three more requests wait, and no other user waits', async () => {
    const sent = Array.from({ length: 5 }, () => search(ada, 'bees'));
    const refused = await Promise.race(sent);
    expect([refused.json.code, refused.headers['retry-after']]).toEqual(['limits.rate', '5']);
    expect((await search(ben, 'at%20once')).status).toBe(200);
    // a list without a search does not count as a search
    expect((await search(ada, '')).status).toBe(200);
    expect(searching).toBe(3);
    found.resolve();
    expect((await Promise.all(sent)).map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 429]);
  });
});

describe('the response', () => {
  it('is not cached, and carries the caller’s request id if that is valid', async () => {
    const answer = await call('/api/open', { headers: { 'X-Request-Id': 'trace-12345' } });
    expect([answer.headers['cache-control'], answer.headers['x-request-id']]).toEqual(['no-store', 'trace-12345']);
    const odd = await call('/api/open', { headers: { 'X-Request-Id': 'a b<script>' } });
    expect(odd.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  });

  it('leaves out undeclared fields', async () => {
    expect((await call('/api/answers/more')).json).toEqual({ said: 'yes' });
  });

  it('is a bug outside production when its shape or status is not declared; in production the user still gets it', async () => {
    expect(await refusal(call('/api/answers/less'))).toEqual([500, 'internal']);
    expect(await refusal(call('/api/answers/teapot'))).toEqual([500, 'internal']);
    const before = config();
    setConfig({ ...before, production: true });
    try {
      expect((await call('/api/answers/less')).status).toBe(200);
      expect((await call('/api/answers/teapot')).status).toBe(418);
      expect((await call('/api/answers/more')).json).toEqual({ said: 'yes' });
    } finally {
      setConfig(before);
    }
  });

  it('to a failure is its code and a safe sentence; a bug reveals nothing; an unavailable database is 503 with Retry-After', async () => {
    const coded = await call('/api/answers/other');
    expect([coded.status, coded.json.code, coded.json.detail]).toEqual([502, 'vendors.all_down', 'Nobody is there.']);
    const bug = await call('/api/answers/bug');
    expect([bug.status, bug.json.code]).toEqual([500, 'internal']);
    expect(coded.text + bug.text).not.toContain('secret');
    const away = await call('/api/answers/away');
    expect([away.status, away.json.code, away.headers['retry-after']]).toEqual([503, 'service.unavailable', '2']);
  });

  it('to an unknown address is 404, to an unknown method 405 with the allowed ones', async () => {
    expect(await refusal(call('/api/nowhere'))).toEqual([404, 'not_found']);
    const answer = await call('/api/open', { method: 'DELETE' });
    expect([answer.status, answer.json.code, answer.headers['allow']]).toEqual([405, 'method_not_allowed', 'HEAD, GET, POST']);
    expect((await call('/api/open', { method: 'HEAD' })).status).toBe(200);
    expect((await call('/api/open/')).status).toBe(404);
  });

  it('comes early when the process is shutting down', async () => {
    const waiting = call('/api/waits');
    await expect.poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBeGreaterThan(0);
    closing.abort();
    expect((await waiting).json.said).toBe('told to hurry');
  });
});
