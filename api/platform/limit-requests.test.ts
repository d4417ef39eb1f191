import { once } from 'node:events';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { useTestApi } from '#api/testing/test-api.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { FEED_PATH } from '#contract/site.ts';
import { LIMITS, openLimits } from './limits.ts';

const POINTS = 400;
const table = LIMITS.map((row) => (row.limit === 'request' ? { ...row, localPoints: POINTS } : row));
const api = useTestApi({ trustedProxies: 1 }, { limits: openLimits({ local: true, table }) });

const from = (ip: string, more: Record<string, string> = {}) => ({ headers: { 'X-Forwarded-For': ip, ...more } });
/** Sends requests until one is refused. @returns the number answered */
async function askMuch(address: string, ip: string): Promise<number> {
  for (let answered = 0; ; answered += 1) {
    const { status, headers } = await api.call(address, from(ip));
    if (status !== 429) continue;
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    return answered;
  }
}

/** Addresses answered outside the guard. */
const OUTSIDE = ['/', '/market', '/market/x', '/robots.txt', '/sitemap.xml', '/sitemap-0.xml', FEED_PATH, '/certificates/x'].concat([
  '/api/docs',
  '/api/docs/redoc.standalone.js',
  '/sign-in/apple',
  '/nowhere',
  '/assets/x.js',
  '/api/nowhere',
  '/favicon.svg',
]);

it('a caller above the limit is refused everything, whichever part would answer', async () => {
  await askMuch('/api/health/live', '192.0.2.1');
  for (const address of OUTSIDE) expect([address, (await api.call(address, from('192.0.2.1'))).status]).toEqual([address, 429]);
  for (const { method, path } of ENDPOINTS) {
    const answer = await api.call(path.replaceAll(/:\w+/g, 'x'), { method, ...from('192.0.2.1') });
    expect([path, answer.status]).toEqual([path, 429]);
  }
  const posted = await api.call('/sign-in/apple', { method: 'POST', rawBody: '', ...from('192.0.2.1') });
  expect(posted.status).toBe(429);
  const socket = new WebSocket(`${api.origin.replace('http', 'ws')}/ws/x`, from('192.0.2.1'));
  const [refusal] = await once(socket, 'error');
  expect(String(refusal)).toContain('429');
  expect((await api.call('/robots.txt', from('192.0.2.2'))).status).toBe(200);
});

it('pages cost most, files of the build least', async () => {
  expect(await askMuch('/market', '192.0.2.3')).toBe(POINTS / 100);
  expect(await askMuch('/api/market/courses', '192.0.2.4')).toBe(POINTS / 20);
  expect(await askMuch('/assets/x.js', '192.0.2.5')).toBe(POINTS);
});

it('signed-in users are counted by account alone, and a foreign token by its network', async () => {
  const { accessToken } = await api.givenPerson('ada@example.com');
  for (let n = 0; n < 40; n += 1) {
    const answer = await api.call('/api/auth/me', from('192.0.2.6', { Authorization: `Bearer ${accessToken}` }));
    expect(answer.status).toBe(200);
  }
  for (let n = 0; n < 20; n += 1) {
    const answer = await api.call('/api/auth/me', from('192.0.2.7', { Authorization: 'Bearer forged' }));
    expect(answer.status).toBe(401);
  }
  expect((await api.call('/api/auth/me', from('192.0.2.7', { Authorization: 'Bearer forged' }))).status).toBe(429);
});

it('the addresses of one IPv6 network are one caller', async () => {
  for (let n = 0; n < 20; n += 1) expect((await api.call('/api/health/live', from(`2001:db8::${n}`))).status).toBe(200);
  expect((await api.call('/api/health/live', from('2001:db8::ffff'))).status).toBe(429);
});

it('wrong passwords from many addresses of one IPv6 network count for one caller', async () => {
  const attempt = (ip: string) => api.call('/api/auth/login', { body: { email: 'ada@example.com', password: 'wrong wrong' }, ...from(ip) });
  for (let n = 0; n < 10; n += 1) expect((await attempt(`2001:db8:0:1::${n}`)).status).toBe(401);
  expect((await attempt('2001:db8:0:1:abcd::')).status).toBe(429);
  expect((await attempt('2001:db8:0:2::1')).status).toBe(401);
});
