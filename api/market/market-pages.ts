import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Context, Middleware } from 'koa';
import { searchMarket as endpoint } from '#contract/market/market.contract.ts';
import { FEED_PATH } from '#contract/site.ts';
import { getMarketCourse, getMarketCreator } from '#domain/market/listing.queries.ts';
import { searchMarket } from '#domain/market/search-market.queries.ts';
import { sitemapPart, sitemapParts } from '#domain/market/sitemap.queries.ts';
import { ProductError } from '#domain/platform/errors.ts';
import type { Turn } from '#domain/platform/turns/turns.ts';
import { callerKeyOf, takesTurn } from '#api/platform/api-router.ts';
import { coursePage } from './course-page.ts';
import { feedOf } from './feed.ts';
import { listPage } from './list-page.ts';
import { fillShell, type PageParts } from './page-parts.ts';

const COURSE = /^\/market\/([^/]+)\/?$/;
/** The empty page of the build that is filled in. */
const SHELL = 'documents/market.html';
/** Courses in the feed, and the seconds for which a reader may keep it. */
const FEED_COURSES = 48;
const FEED_FRESH_S = 900;
const PART = /^\/sitemap-(\d{1,4})\.xml$/;
/** Public pages besides the market. */
const PLAIN = ['/', '/plans', '/market', '/terms', '/privacy', '/investors'];

interface Pages {
  /** Directory of the built frontend. */
  readonly directory: string;
  /** Of this installation, without a trailing slash. */
  readonly origin: string;
  /** Whether the browser has a session here: its user sees the market inside the app. It decides only which page is served. */
  readonly isSignedIn: (ctx: Context) => boolean;
  /** The line in which the endpoint's searches wait too. */
  readonly turn: Turn;
}

/**
 * Serves the market to visitors and search engines: its pages with title, description, link preview, structured data and readable text in
 * the first response; the feed of new courses, the sitemap, and a robots.txt that names it. The app starts when the visitor does something (frontend:
 * documents/start-market.ts), which also counts the view. An unpublished course is left to the app, which
 * shows it as missing, and so is every page of a user.
 */
export function marketPages({ directory, origin, isSignedIn, turn }: Pages): Middleware {
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    if (ctx.path === '/robots.txt') {
      ctx.body = `User-agent: *\nAllow: /\nDisallow: /api/\nSitemap: ${origin}/sitemap.xml\n`;
      return;
    }
    const part = PART.exec(ctx.path)?.[1];
    if (ctx.path === '/sitemap.xml' || part !== undefined) {
      ctx.type = 'application/xml';
      ctx.body = part === undefined ? await sitemapIndex(origin) : await sitemapOf(Number(part), origin);
      return;
    }
    if (ctx.path === FEED_PATH) return sendFeed(ctx, origin);
    if (!ctx.path.startsWith('/market') || !ctx.accepts('html')) return next();
    ctx.vary('Cookie');
    if (isSignedIn(ctx)) return next();
    const parts = await partsAt(ctx, { origin, turn });
    const shell = parts && (await readFile(path.join(directory, SHELL), 'utf8').catch(() => null));
    if (!parts || !shell) return next();
    ctx.set('Cache-Control', 'no-cache');
    ctx.type = 'html';
    ctx.body = fillShell(shell, parts, origin);
  };
}

/** Sends the newest courses; readers ask again and again, so that an unchanged feed is answered without its text. */
async function sendFeed(ctx: Context, origin: string): Promise<void> {
  const { courses } = await searchMarket(endpoint.query.parse({ sort: 'newest', limit: FEED_COURSES }));
  const feed = feedOf(courses, origin);
  ctx.set('Cache-Control', `public, max-age=${FEED_FRESH_S}`);
  ctx.set('ETag', `"${createHash('sha256').update(feed).digest('base64url').slice(0, 27)}"`);
  ctx.type = 'application/atom+xml; charset=utf-8';
  ctx.status = 200;
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = feed;
}

/** Returns the contents of a market page; null when there is none. */
async function partsAt(ctx: Context, { origin, turn }: Pick<Pages, 'origin' | 'turn'>): Promise<PageParts | null> {
  if (/^\/market\/?$/.test(ctx.path)) {
    // invalid parameters show the whole market, as in the app
    const parsed = endpoint.query.safeParse(ctx.query);
    const search = parsed.data ?? endpoint.query.parse({});
    const [found, creator] = await Promise.all([
      takesTurn(endpoint, search) ? turn(callerKeyOf(ctx), () => searchMarket(search)) : searchMarket(search),
      search.creator === undefined ? null : foundOrNull(getMarketCreator(search.creator)),
    ]);
    return listPage(found, { search: search, creator, origin });
  }
  const id = COURSE.exec(ctx.path)?.[1];
  if (id === undefined) return null;
  const course = await foundOrNull(getMarketCourse(id, { isCounted: false }));
  return course && coursePage(course, origin);
}

/** Null for what does not exist. */
async function foundOrNull<Row>(listing: Promise<Row>): Promise<Row | null> {
  try {
    return await listing;
  } catch (error) {
    if (error instanceof ProductError && error.code === 'not_found') return null;
    throw error;
  }
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

async function sitemapIndex(origin: string): Promise<string> {
  // the first part always exists: it lists the plain pages
  const parts = Math.max(1, await sitemapParts());
  const maps = Array.from({ length: parts }, (_, part) => `<sitemap><loc>${origin}/sitemap-${part}.xml</loc></sitemap>`);
  return `${XML}<sitemapindex ${SCHEMA}>${maps.join('')}</sitemapindex>\n`;
}

async function sitemapOf(part: number, origin: string): Promise<string> {
  const plain = part === 0 ? PLAIN.map((address) => `<url><loc>${origin}${address}</loc></url>`) : [];
  const courses = (await sitemapPart(part)).map(
    ({ id, renewed_at: at }) => `<url><loc>${origin}/market/${id}</loc><lastmod>${at.toISOString()}</lastmod></url>`,
  );
  return `${XML}<urlset ${SCHEMA}>${[...plain, ...courses].join('')}</urlset>\n`;
}
