import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Koa from 'koa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { send, useTestApi } from '#api/testing/test-api.ts';
import { searchMarket } from '#contract/market/market.contract.ts';
import { openTurns } from '#domain/platform/turns/turns.ts';
import type { RequestState } from '#api/platform/api-router.ts';
import { openLimits } from '#api/platform/limits.ts';
import { listPage } from './list-page.ts';
import { marketPages } from './market-pages.ts';
import { givenPublished, givenUnpublished, UNPUBLISHED } from './published.factory.ts';

const api = useTestApi();
// a turn outlasts the test: no search is served beside the one that is held
const turn = openTurns({ atOnce: 1, turnMs: 60_000, mostVisitors: 3 });
const directory = mkdtempSync(path.join(tmpdir(), 'coursewright-market-'));
const SHELL = '<html><head><title>App</title><meta name="description" content="All" /></head><body><div id="served"></div></body></html>';
let server: Server;
let address: string;
const get = (target: string) => send(address, target, { headers: { Accept: 'text/html' } });

beforeAll(async () => {
  mkdirSync(path.join(directory, 'documents'));
  writeFileSync(path.join(directory, 'documents/market.html'), SHELL);
  server = createServer(
    new Koa<RequestState>()
      .use(
        marketPages({
          directory,
          origin: 'https://learn.example.com',
          isSignedIn: (ctx) => ctx.get('Cookie') !== '',
          turn,
          limits: openLimits({ local: true }),
        }).listen,
      )
      .callback(),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(directory, { recursive: true });
});

it('a published course can be read, found and shared without a script; nothing else can', async () => {
  const creator = await api.givenPerson('pages-creator@example.com');
  const { id, content } = await givenPublished(api, creator, { title: 'Bees <script>alert(1)</script> & $& honey', price: 10 });
  const hidden: string[] = [];
  for (const how of UNPUBLISHED) hidden.push((await givenUnpublished(api, creator, how, { title: 'Secret hive', tags: ['bees'] })).id);
  const page = await get(`/market/${id}`);
  expect(page.status).toBe(200);
  expect(page.text).toContain('<title>Bees &lt;script&gt;alert(1)&lt;/script&gt; &amp; $&amp; honey · Coursewright</title>');
  expect(page.text).toContain(`<link rel="canonical" href="https://learn.example.com/market/${id}" />`);
  // the page's script writes the day in the reader's locale
  expect(page.text).toMatch(/Last changed <time datetime="[^"]+">[A-Z][a-z]{2} \d+, \d{4}<\/time>/);
  expect(page.text).toContain('property="og:title"');
  const [, picture] = /<meta property="og:image" content="https:\/\/learn\.example\.com([^"]+)" \/>/.exec(page.text)!;
  const drawn = await api.call(picture!);
  expect([drawn.headers['content-type'], drawn.headers['cache-control']]).toEqual(['image/png', 'public, max-age=86400, immutable']);
  expect(page.text).toContain('<meta property="og:image:width" content="1200" />');
  expect(page.text).toContain('<meta name="twitter:card" content="summary_large_image" />');
  expect(page.text).toContain(
    'You can have your money back within 14 days, until you have opened 30% of the lessons or exported the course; for at most 3 courses in twelve months, by account and by payment method.',
  );
  expect(page.text).toContain(content.modules[0]!.lessons[0]!.title);
  expect(page.text).not.toContain(content.modules[0]!.lessons[0]!.content);
  expect(page.text).not.toContain('<script>alert');
  const [, data] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page.text)!;
  expect(JSON.parse(data!)).toMatchObject({ '@type': 'Course', offers: [{ price: '10.00', priceCurrency: 'USD' }], inLanguage: 'en' });
  // reading the page counts no view: the app counts one when it starts there
  expect(await api.database.knex('course_view_day')).toEqual([]);

  const list = await get('/market?q=bees&page=nonsense');
  expect(list.text).toContain(`href="/market/${id}"`);
  for (const missing of [...hidden.map((one) => `/market/${one}`), '/market/nonsense', '/markets', `/market/${id}/more`])
    expect((await get(missing)).status).toBe(404);
  expect(list.text).not.toContain('Secret hive');

  expect((await get('/sitemap.xml')).text).toContain('<loc>https://learn.example.com/sitemap-0.xml</loc>');
  const map = (await get('/sitemap-0.xml')).text;
  expect(map).toContain(`<loc>https://learn.example.com/market/${id}</loc>`);
  for (const one of hidden) expect(map).not.toContain(one);
  expect((await get('/robots.txt')).text).toContain('Sitemap: https://learn.example.com/sitemap.xml');
});

it('leads from page to page of the same search, whatever narrows it, and from value to value of each filter', () => {
  const narrowing = {
    q: 'bees & honey',
    category: 'academic',
    difficulty: 'beginner',
    language: 'english',
    length: 'short',
    price: 'free',
    rating: '4',
    creator: 'c-1',
    sort: 'rating',
  };
  const search = { ...searchMarket.query.parse(narrowing), limit: 10 };
  const facets = { category: {}, difficulty: {}, language: {}, length: {}, price: {} };
  const at = (page: number) =>
    listPage(
      { courses: [], total: 30, is_capped: false, facets },
      { search: { ...search, page }, creator: null, origin: 'https://learn.example.com' },
    ).body;
  const linked = (html: string) => [...html.matchAll(/href="(\/market\?[^"]+)" class="button"/g)].map(([, href]) => parametersOf(href!));
  expect(linked(at(2))).toEqual([
    { ...narrowing, page: '1' },
    { ...narrowing, page: '3' },
  ]);
  expect(linked(at(1))).toEqual([{ ...narrowing, page: '2' }]);
  expect(linked(at(3))).toEqual([{ ...narrowing, page: '2' }]);
  const form = at(2);
  const sent = [...form.matchAll(/<input type="hidden" name="(\w+)" value="(\w[^"]*)">/g)].map(([, name, value]) => [name, value]);
  const { q, ...kept } = narrowing;
  expect(Object.fromEntries(sent), 'new words are sent with all filters').toEqual(kept);
  expect(form).toContain(`value="${q.replace('&', '&amp;')}"`);
  const chips = [...form.matchAll(/<a class="chip" href="([^"]+)"( aria-current="true")?>/g)].map(([, href, isOn]) => ({
    to: parametersOf(href!),
    isOn: isOn !== undefined,
  }));
  // one value of each of the seven filters is selected, and no link leads to a later page
  expect(chips.filter(({ isOn }) => isOn).map(({ to }) => to)).toEqual(Array.from({ length: 7 }, () => narrowing));
  expect(chips.some(({ to }) => 'page' in to)).toBe(false);
  const { category: _, ...everyCategory } = narrowing;
  expect(chips[0]!.to, 'All takes its filter away, and nothing else').toEqual(everyCategory);
  expect(form).toContain('aria-label="Level: Beginner"');
  expect(form).not.toContain('<select');
});

const parametersOf = (href: string) => Object.fromEntries(new URL(href.replaceAll('&amp;', '&'), 'https://learn.example.com').searchParams);

it('shows a creator as a face, a name and figures before the courses, and nothing that only signed-in users may read', () => {
  const creator = { id: 'c-1', name: '<Maren> Okafor', courses: 3, students: 64, rating: 4.6, rating_count: 9 };
  const facets = { category: {}, difficulty: {}, language: {}, length: {}, price: {} };
  const search = searchMarket.query.parse({ creator: 'c-1' });
  const found = { courses: [], total: 0, is_capped: false, facets };
  const { title, body } = listPage(found, { search, creator, origin: 'https://learn.example.com' });
  expect(title).toContain('Courses by <Maren> Okafor');
  expect(body).toContain('<h1 dir="auto">&lt;Maren&gt; Okafor</h1>');
  expect(body).toContain('<dd>64</dd><dt class="meta">Students</dt>');
  expect(body).toContain('role="img" aria-label="4.6 of 5 (9)"');
  expect(body).not.toContain('<form');
});

it('is left to the app for a signed-in user, with the app’s frame from the start', async () => {
  const shown = await send(address, '/market', { headers: { Accept: 'text/html', Cookie: 'session=x' } });
  expect(shown.status).toBe(404);
  expect((await get('/market')).headers.vary).toBe('Cookie');
});

it('the newest courses are a valid feed, which costs nothing while it is unchanged', async () => {
  const creator = await api.givenPerson('feed-creator@example.com');
  const { id } = await givenPublished(api, creator, { title: 'Bees & <wax> \u0007', price: 10 });
  const hidden = await givenUnpublished(api, creator, UNPUBLISHED[0]!, { title: 'Secret feed' });
  const feed = await get('/market/feed.xml');
  expect([feed.status, feed.headers['content-type'], feed.headers['cache-control']]).toEqual([
    200,
    'application/atom+xml; charset=utf-8',
    'public, max-age=900',
  ]);
  // the package ships without types
  const { JSDOM } = await import('jsdom' as string);
  const document = new new JSDOM('').window.DOMParser().parseFromString(feed.text, 'application/xml');
  expect(document.querySelector('parsererror')).toBeNull();
  const texts = (selector: string): string[] => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
  const [entry] = document.querySelectorAll('entry');
  expect(entry.querySelector('id').textContent).toBe(`https://learn.example.com/market/${id}`);
  expect(entry.querySelector('title').textContent.trim()).toBe('Bees & <wax>');
  expect(texts('feed > updated')[0]).toBe(texts('entry > updated').toSorted().at(-1));
  for (const needed of ['feed > title', 'feed > id', 'entry > author > name', 'entry > published'])
    expect(texts(needed).length, needed).toBeGreaterThan(0);
  const thumbnail = entry.getElementsByTagNameNS('http://search.yahoo.com/mrss/', 'thumbnail')[0];
  const picture = await api.call(thumbnail.getAttribute('url').replace('https://learn.example.com', ''));
  expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png']);
  expect(feed.text).not.toContain(hidden.id);
  const again = await send(address, '/market/feed.xml', { headers: { 'If-None-Match': feed.headers.etag! } });
  expect([again.status, again.text]).toEqual([304, '']);
});

it('searches within the turns of strangers, like the endpoint', async () => {
  const held = Promise.withResolvers<void>();
  const before = turn('an account', () => held.promise);
  const asked = ['one', 'two', 'three', 'four'].map((word) => get(`/market?q=${word}`));
  // the line lets three strangers wait; the fourth is refused
  expect((await Promise.race(asked)).status).not.toBe(200);
  expect((await get('/market')).status).toBe(200);
  held.resolve();
  await before;
  expect((await Promise.all(asked)).filter(({ status }) => status === 200)).toHaveLength(3);
});
