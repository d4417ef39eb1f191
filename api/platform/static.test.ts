import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Koa, { type Context } from 'koa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILT_ORIGIN } from '#contract/site.ts';
import { send, type Sent } from '#api/testing/test-api.ts';
import type { RequestState } from '#api/platform/api-router.ts';
import { openLimits } from '#api/platform/limits.ts';
import { staticFiles } from './static.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'coursewright-static-'));
const dist = path.join(directory, 'dist');
const HTML = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
let server: Server;
let origin: string;
const get = (target: string, sent: Sent = {}) => send(origin, target, sent);

beforeAll(async () => {
  writeFileSync(path.join(directory, 'secret.txt'), 'outside');
  const isSignedIn = (ctx: Context) => ctx.get('Cookie').includes('session=');
  const files = staticFiles(dist, { isSignedIn, origin: 'https://learn.example.com', limits: openLimits({ local: true }) });
  server = createServer(new Koa<RequestState>().use(files.listen).callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(directory, { recursive: true });
});

describe('pages', () => {
  it('say so while they are not built', async () => {
    const answer = await get('/', { headers: HTML });
    expect([answer.status, answer.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
    expect(answer.text).toContain('not built yet');
  });

  it('are one document at every screen’s address, revalidated each time', async () => {
    mkdirSync(path.join(dist, 'assets'), { recursive: true });
    writeFileSync(path.join(dist, 'index.html'), '<title>the app</title>');
    writeFileSync(path.join(dist, 'favicon.svg'), '<svg/>');
    writeFileSync(path.join(dist, 'assets', 'main-4f2a.js'), 'run()');
    for (const address of ['/', '/courses', '/create/runs/0192-abc?tab=log', '/courses/c%201/']) {
      const answer = await get(address, { headers: HTML });
      expect([answer.status, answer.text, answer.headers['cache-control']]).toEqual([200, '<title>the app</title>', 'no-cache']);
    }
    const known = await get('/', { headers: HTML });
    const again = await get('/', { headers: { ...HTML, 'If-Modified-Since': known.headers['last-modified']! } });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('ROOT-04 ROOT-11 are static documents where they exist: the landing page at the root, the five pages at their addresses', async () => {
    mkdirSync(path.join(dist, 'documents'));
    for (const name of ['landing', 'market', 'terms'])
      writeFileSync(path.join(dist, 'documents', `${name}.html`), `<title>${name}</title>`);
    for (const [address, title] of [
      ['/', 'landing'],
      ['/?utm_source=letter', 'landing'],
      ['/terms', 'terms'],
      ['/terms?from=mail', 'terms'],
      // an empty page, which only api/market fills
      ['/market', 'the app'],
    ] as const) {
      expect([address, (await get(address, { headers: HTML })).text]).toEqual([address, `<title>${title}</title>`]);
    }
  });

  it('contain this installation’s address where the build left a placeholder', async () => {
    writeFileSync(path.join(dist, 'documents', 'privacy.html'), `<link rel="canonical" href="${BUILT_ORIGIN}/privacy"/>`);
    expect((await get('/privacy', { headers: HTML })).text).toBe('<link rel="canonical" href="https://learn.example.com/privacy"/>');
  });

  it('G43 are the app with status 404 at an address without a screen, also for a HEAD request', async () => {
    for (const address of ['/nowhere', '/terms/more', '/landing', '/courses/1/learn', '/index']) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await get(address, { method, headers: HTML });
        expect([address, answer.status, answer.headers['content-type']]).toEqual([address, 404, 'text/html; charset=utf-8']);
        expect(answer.text).toBe(method === 'GET' ? '<title>the app</title>' : '');
        expect(answer.headers['cache-control']).toBe('no-cache');
      }
    }
    const { headers } = await get('/courses', { headers: HTML });
    const known = { 'If-None-Match': headers.etag!, 'If-Modified-Since': headers['last-modified']! };
    expect((await get('/nowhere', { headers: { ...HTML, ...known } })).status).toBe(404);
    expect((await get('/courses', { method: 'HEAD', headers: HTML })).status).toBe(200);
  });

  it('ROOT-04 PAY-19 at the root are the app for users who have signed in here, return from a payment, or ask for it', async () => {
    const asked: [string, Record<string, string>][] = [
      ['/', { Cookie: 'session=1' }],
      ['/?session_id=cs_1', {}],
      ['/?resume', {}],
    ];
    for (const [address, more] of asked) {
      const answer = await get(address, { headers: { ...HTML, ...more } });
      expect([address, answer.text, answer.headers.vary]).toEqual([address, '<title>the app</title>', 'Cookie, Accept-Encoding']);
    }
  });

  it('at the root are never confused by a browser that has the other one cached', async () => {
    const landing = await get('/', { headers: HTML });
    const known = { 'If-None-Match': landing.headers.etag!, 'If-Modified-Since': new Date(Date.now() + 60_000).toUTCString() };
    expect((await get('/', { headers: { ...HTML, ...known } })).status).toBe(304);
    const app = await get('/', { headers: { ...HTML, ...known, Cookie: 'session=1' } });
    expect([app.status, app.text]).toEqual([200, '<title>the app</title>']);
  });

  it('cache files with a hash in their name for ever, and no others', async () => {
    const script = await get('/assets/main-4f2a.js');
    expect([script.status, script.headers['content-type']]).toEqual([200, expect.stringContaining('javascript')]);
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache');
  });

  it('never replace a missing file, an API address, or a method other than GET and HEAD', async () => {
    for (const address of ['/assets/old-0000.js', '/robots.txt', '/api/nowhere']) {
      const answer = await get(address, { headers: HTML });
      expect([answer.status, answer.headers['cache-control']]).toEqual([404, undefined]);
    }
    expect((await get('/courses', { method: 'POST', headers: HTML })).status).toBe(404);
    expect((await get('/courses', { headers: { Accept: 'application/json' } })).status).toBe(404);
  });

  it('never leave their folder', async () => {
    for (const address of [
      '/documents/..%2f..%2fsecret.txt',
      '/../secret.txt',
      '/..%2fsecret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/..%5csecret.txt',
      '/%ff.txt',
    ]) {
      const answer = await get(address);
      expect([address, answer.status]).toEqual([address, 404]);
    }
  });
});
