import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listCourses } from '#contract/courses/courses.contract.ts';
import { IMPORT_BYTES } from '#contract/exports/course-file.ts';
import { importCourse } from '#contract/exports/exports.contract.ts';
import { generateCourse } from '#contract/generation/generation.contract.ts';
import { login, me } from '#contract/identity/identity.contract.ts';
import { dataExport } from '#contract/settings/data-export.contract.ts';
import { call, callForFile, callWithStatus } from '#frontend/lib/api-client.ts';
import { ApiError } from '#frontend/lib/api-error.ts';
import { getNotices, toast } from '#frontend/lib/toast.ts';
import { clearSession, readSession, writeSession } from '#frontend/lib/session/token-store.ts';
import { aUser } from '#frontend/testing/user.factory.ts';

const USER = aUser();

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
}

let sent: Sent[];
let answer: (request: Sent) => Response | Promise<Response>;

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const failure = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const request = {
      url,
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      body: init.body ? JSON.parse(String(init.body)) : undefined,
    };
    sent.push(request);
    return answer(request);
  });
});

describe('a call', () => {
  it('AUTH-29 sends the bearer if there is one, and fills in the address', async () => {
    writeSession({ accessToken: 'a1', refreshToken: 'r1', user: USER });
    answer = () => json(200, { courses: [], next: null, total: 0 });
    const page = await call(listCourses, { params: { user_id: 'u 1' }, query: { limit: 5 } });
    expect(page.total).toBe(0);
    expect(sent[0]).toMatchObject({ url: '/api/courses/u%201?limit=5', method: 'GET' });
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer a1');
  });

  it('sends none without a session', async () => {
    answer = () => json(200, { access_token: 'a', refresh_token: 'r', user: USER });
    await call(login, { body: { email: 'a@b.co', password: 'x' } });
    expect(sent[0]?.headers.has('authorization')).toBe(false);
    expect(sent[0]?.body).toEqual({ email: 'a@b.co', password: 'x' });
  });

  it('returns the status of endpoints with two success statuses', async () => {
    answer = () => json(202, { task_id: 't1' });
    const { status, body } = await callWithStatus(generateCourse, {
      body: { topic: 'Bees', learning_goals: 'Keep them', age: 12 },
      acceptedPrice: 3100,
    });
    expect([status, body.task_id]).toEqual([202, 't1']);
  });
});

describe('a call for one account', () => {
  it('is never sent with the token of another, who has signed in meanwhile', async () => {
    writeSession({ accessToken: 'of-ben', refreshToken: 'r', user: aUser({ user_id: 'ben' }) });
    expect((await failure(call(me, { asUser: 'ines' }))).code).toBe('network');
    expect(sent).toEqual([]);
  });
});

describe('a refusal', () => {
  it('AUTH-25 shows the detail, else the message, else the fallback', async () => {
    answer = () => json(400, { detail: 'The detail', message: 'The message', code: 'validation.failed', request_id: 'req-9' });
    expect(await failure(call(login))).toMatchObject({
      message: 'The detail',
      detail: 'The detail',
      code: 'validation.failed',
      requestId: 'req-9',
      status: 400,
    });
    answer = () => json(400, { message: 'The message' });
    expect((await failure(call(login))).message).toBe('The message');
    answer = () => json(400, {});
    expect((await failure(call(login, { fallback: 'Login failed' }))).message).toBe('Login failed');
  });

  it('names the fields and the time to wait', async () => {
    answer = () => json(429, { detail: 'Slow down', errors: [{ path: 'email', message: 'Wrong' }] }, { 'retry-after': '7' });
    expect(await failure(call(login))).toMatchObject({ retryAfterS: 7, errors: [{ path: 'email', message: 'Wrong' }] });
  });

  it('AUTH-27 shows the status, its text and the first 100 characters of an answer that is not JSON', async () => {
    answer = () => new Response('x'.repeat(300), { status: 502, statusText: 'Bad Gateway' });
    expect(await failure(call(login))).toMatchObject({
      message: `Server error: 502 Bad Gateway ${'x'.repeat(100)}`,
      code: 'not_json',
      status: 502,
    });
  });

  it.each(['<!DOCTYPE html><html><body>Down</body></html>', '\n<html><title>503</title></html>', '<?xml version="1.0"?><e/>'])(
    'never shows the markup of a proxy’s page: %s',
    async (page) => {
      answer = () => new Response(page, { status: 503, statusText: 'Service Unavailable' });
      expect((await failure(call(login))).message).toBe('Server error: 503 Service Unavailable');
    },
  );

  it('refuses a file above the limit of its endpoint with the server’s text, before it is sent', async () => {
    const file = new File(['x'], 'bees.zip', { type: 'application/zip' });
    Object.defineProperty(file, 'size', { value: IMPORT_BYTES + 1 });
    expect(await failure(call(importCourse, { files: { file } }))).toMatchObject({
      status: 413,
      code: 'body.too_large',
      message: 'A file can be at most 20 MB.',
    });
    expect(sent).toEqual([]);
  });

  it('has the status 0 if no response came', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await failure(call(login))).toMatchObject({ status: 0, code: 'network' });
  });
});

describe('a 401 of an authenticated call', () => {
  beforeEach(() => writeSession({ accessToken: 'old', refreshToken: 'r1', user: USER }));

  const server = (request: Sent) => {
    if (request.url === '/api/auth/refresh') return json(200, { access_token: 'new', refresh_token: 'r2' });
    return request.headers.get('authorization') === 'Bearer new' ? json(200, { user: USER }) : json(401, { detail: 'Expired' });
  };

  it('AUTH-14 AUTH-12 causes exactly one refresh and one retry', async () => {
    answer = server;
    expect((await call(me)).user.user_id).toBe(USER.user_id);
    expect(sent.map(({ url }) => url)).toEqual(['/api/auth/me', '/api/auth/refresh', '/api/auth/me']);
    expect(sent[1]?.body).toEqual({ refresh_token: 'r1' });
    expect(readSession()).toMatchObject({ accessToken: 'new', refreshToken: 'r2', user: USER });
  });

  it('G22 shares that refresh among calls that fail together', async () => {
    answer = server;
    await Promise.all([call(me), call(me), call(me)]);
    expect(sent.filter(({ url }) => url === '/api/auth/refresh')).toHaveLength(1);
    expect(sent).toHaveLength(7);
  });

  it('G22 uses a token that another tab has obtained instead of refreshing again', async () => {
    answer = (request) => {
      if (request.headers.get('authorization') === 'Bearer old') localStorage.setItem('access_token', 'new');
      return server(request);
    };
    await call(me);
    expect(sent.map(({ url }) => url)).toEqual(['/api/auth/me', '/api/auth/me']);
  });

  it('AUTH-14 does not refresh again when the retry is refused too', async () => {
    answer = (request) => (request.url === '/api/auth/refresh' ? server(request) : json(401, { detail: 'Still no' }));
    expect((await failure(call(me))).message).toBe('Still no');
    expect(sent).toHaveLength(3);
  });

  it("AUTH-15 AUTH-26 clears the session and raises 'Authentication failed' when the refresh is refused", async () => {
    answer = (request) => (request.url === '/api/auth/refresh' ? json(401, { detail: 'Your session has ended' }) : json(401, {}));
    expect((await failure(call(me))).message).toBe('Authentication failed');
    expect(readSession()).toMatchObject({ accessToken: null, refreshToken: null, user: null, wasRefused: true });
    expect(localStorage.getItem('access_token')).toBeNull();
    expect(getNotices()[0]).toMatchObject({ kind: 'error', text: 'Authentication failed' });
  });

  it('in progress while the user leaves is ignored: the page’s own message about leaving stays', async () => {
    answer = () => {
      clearSession();
      toast('info', 'Your account will be deleted.');
      return json(401, {});
    };
    expect((await failure(call(me))).message).toBe('Authentication failed');
    expect(getNotices().map(({ text }) => text)).toEqual(['Your account will be deleted.']);
    expect(readSession().wasRefused).toBe(false);
  });

  it.each([429, 500, 502, 503, 504])('keeps the session if the refresh is answered with %i, which is not a rejection', async (status) => {
    answer = (request) => (request.url === '/api/auth/refresh' ? new Response('<h1>Bad gateway</h1>', { status }) : json(401, {}));
    expect((await failure(call(me))).code).toBe('network');
    expect(readSession()).toMatchObject({ user: USER, refreshToken: 'r1', wasRefused: false });
    expect(getNotices()).toEqual([]);
  });

  it('keeps the session if another server answers the refresh', async () => {
    answer = (request) => (request.url === '/api/auth/refresh' ? new Response('<h1>Hotel network</h1>') : json(401, {}));
    expect((await failure(call(me))).code).toBe('network');
    expect(readSession().user).toEqual(USER);
  });

  it('ignores the 401 of a sign-in', async () => {
    answer = () => json(401, { detail: 'Wrong email or password' });
    expect((await failure(call(login))).message).toBe('Wrong email or password');
    expect(sent).toHaveLength(1);
  });
});

describe('an expiring token', () => {
  const SERVER_NOW = Date.parse('2026-11-20T12:00:00Z') / 1000;
  const aToken = (name: string, leftS: number, lifeS = 900) =>
    `h.${btoa(JSON.stringify({ sub: name, iat: SERVER_NOW + leftS - lifeS, exp: SERVER_NOW + leftS }))}.s`;
  const bearers = () => sent.map(({ url, headers }) => `${url} ${headers.get('authorization') ?? ''}`);
  const fresh = aToken('fresh', 900);
  const clock = (offS: number) => vi.setSystemTime((SERVER_NOW + offS) * 1000);

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    clock(0);
    answer = ({ url }) =>
      url === '/api/auth/refresh' ? json(200, { access_token: fresh, refresh_token: 'r2' }) : json(200, { user: USER });
  });

  it.each([-600, 0, 29])('AUTH-14 is renewed before it is sent, once for all waiting calls: %i s left', async (leftS) => {
    writeSession({ accessToken: aToken('old', leftS), refreshToken: 'r1', user: USER });
    await Promise.all([call(me), call(me), call(me)]);
    expect(bearers()).toEqual(['/api/auth/refresh ', ...Array.from({ length: 3 }, () => `/api/auth/me Bearer ${fresh}`)]);
  });

  it('is sent unchanged while it is valid, and to public endpoints', async () => {
    const old = aToken('old', 31);
    writeSession({ accessToken: old, refreshToken: 'r1', user: USER });
    await call(me);
    expect(bearers()).toEqual([`/api/auth/me Bearer ${old}`]);
    clock(60);
    await call(login, { body: { email: 'a@b.co', password: 'x' } });
    expect(sent.map(({ url }) => url)).not.toContain('/api/auth/refresh');
  });

  it.each([86_400, -86_400])('is renewed only once if the clock of the device is %i s off', async (offS) => {
    clock(offS);
    writeSession({ accessToken: aToken('old', 29), refreshToken: 'r1', user: USER });
    answer = ({ url, headers }) => {
      if (url === '/api/auth/refresh') return json(200, { access_token: fresh, refresh_token: 'r2' });
      return headers.get('authorization') === `Bearer ${fresh}` ? json(200, { user: USER }) : json(401, {});
    };
    for (let i = 0; i < 5; i += 1) await call(me);
    expect(sent.filter(({ url }) => url === '/api/auth/refresh')).toHaveLength(1);
  });

  it('with a short life is not renewed with every call', async () => {
    const short = aToken('short', 8, 8);
    writeSession({ accessToken: aToken('old', 0), refreshToken: 'r1', user: USER });
    answer = ({ url }) => json(200, url === '/api/auth/refresh' ? { access_token: short, refresh_token: 'r2' } : { user: USER });
    for (let i = 0; i < 3; i += 1) await call(me);
    expect(sent.filter(({ url }) => url === '/api/auth/refresh')).toHaveLength(1);
  });

  it('is still sent if it cannot be renewed at the moment, and not once the session has ended', async () => {
    const old = aToken('old', 10);
    writeSession({ accessToken: old, refreshToken: 'r1', user: USER });
    answer = ({ url }) => (url === '/api/auth/refresh' ? json(429, {}) : json(200, { user: USER }));
    await call(me);
    expect(bearers()).toEqual(['/api/auth/refresh ', `/api/auth/me Bearer ${old}`]);
    answer = ({ url }) => (url === '/api/auth/refresh' ? json(401, {}) : json(200, { user: USER }));
    expect((await failure(call(me))).message).toBe('Authentication failed');
    expect(sent.filter(({ url }) => url === '/api/auth/me')).toHaveLength(1);
  });
});

describe('a call for a file', () => {
  const file = (headers: Record<string, string>) => new Response('PK', { headers });

  it('EXP-01 returns the file with the server’s name for it', async () => {
    writeSession({ accessToken: 'a', refreshToken: 'r', user: USER });
    answer = () => file({ 'content-disposition': 'attachment; filename="coursewright-data-export-2026-11-20.zip"' });
    const { file: blob, name } = await callForFile(dataExport);
    expect([await blob.text(), name]).toEqual(['PK', 'coursewright-data-export-2026-11-20.zip']);
    expect(sent[0]!.headers.get('authorization')).toBe('Bearer a');
  });

  it('prefers the full name to its ASCII substitute', async () => {
    answer = () => file({ 'content-disposition': `attachment; filename="_.md"; filename*=UTF-8''%CE%BC%CE%AD%CE%BB%CE%B9.md` });
    expect((await callForFile(dataExport)).name).toBe('μέλι.md');
    answer = () => file({ 'content-disposition': `attachment; filename*=UTF-8''..%2Fx` });
    expect((await callForFile(dataExport)).name).toBeNull();
  });

  it.each([{}, { 'content-disposition': 'attachment' }, { 'content-disposition': 'attachment; filename="../../x"' }])(
    'ignores an invalid name: %j',
    async (headers) => {
      answer = () => file(headers as Record<string, string>);
      expect((await callForFile(dataExport)).name).toBeNull();
    },
  );

  it('EXP-02 gives the reason for a failure', async () => {
    answer = () => json(429, { detail: 'Three a day are enough.', code: 'limits.rate' });
    expect((await failure(callForFile(dataExport))).message).toBe('Three a day are enough.');
  });
});
