import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from 'koa';
import { xmlText } from '#api/platform/xml-text.ts';
import { COURSE_REFUNDS, REFUND_BELOW_PERCENT, REFUND_DAYS } from '#contract/billing/refund-policy.ts';
import { MARKET_WORDS } from '#contract/market/market-words.ts';
import { searchMarket as endpoint, type Listing, type MarketCourse, type Rating } from '#contract/market/market.contract.ts';
import { PRODUCT } from '#contract/product.ts';
import { FEED_PATH, FEED_TITLE, SHARE_SHAPES } from '#contract/site.ts';
import { CATEGORY_WORDS } from '#contract/studio/course-field-words.ts';
import { escapeHtml } from '#domain/mail/mail-parts.ts';
import { getMarketCourse, getMarketCreator, sitemapPart, sitemapParts } from '#domain/market/listing.queries.ts';
import { searchMarket } from '#domain/market/market-search.queries.ts';
import { ProductError } from '#domain/platform/errors.ts';
import type { Turn } from '#domain/platform/turns/turns.ts';
import { takesTurn } from '#api/platform/api-router.ts';
import { callerOf } from '#api/platform/callers.ts';
import { FOR_ANYBODY, isRead, openDoor, type OpenDoor } from '#api/platform/doors.ts';
import type { Limits } from '#api/platform/limits.ts';
import { listPage } from './list-page.ts';
import { fillShell, type PageParts } from './page-parts.ts';
import {
  languageCode,
  pictureAddress,
  coverAddress,
  coverOf,
  dateWord,
  durationWord,
  factLine,
  factsOf,
  filled,
  link,
  listOf,
  priceWord,
  starsGiven,
  starsOf,
  studentsWord,
} from './page-words.ts';

const COURSE = /^\/market\/([^/]+)\/?$/;
/** The build's empty page, which is filled in. */
const SHELL = 'documents/market.html';
/** Number of courses in the feed, and the seconds for which readers can cache it. */
const FEED_COURSES = 48;
const FEED_FRESH_S = 900;
const PART = /^\/sitemap-(\d{1,4})\.xml$/;
/** Public pages besides the market. */
const PLAIN = ['/', '/plans', '/market', '/terms', '/privacy', '/investors'];

interface Pages {
  /** Directory of the built frontend. */
  readonly directory: string;
  /** This installation's origin, without a trailing slash. */
  readonly origin: string;
  /** Whether the browser has a session here: its user sees the market inside the app. It decides only which page is served. */
  readonly isSignedIn: (ctx: Context) => boolean;
  /** The queue of expensive calls, shared with the endpoint's searches. */
  readonly turn: Turn;
  readonly limits: Limits;
}

/**
 * Serves the market to visitors and search engines: its pages with title, description, link preview, structured data and readable text in
 * the first response; the feed of new courses, the sitemap, and a robots.txt that names it. The app starts once the visitor does something
 * (frontend: documents/start-market.ts), which also counts the view. Unpublished courses are left to the app, which shows them as missing,
 * and so are all pages of users.
 */
export function marketPages({ directory, origin, isSignedIn, turn, limits }: Pages): OpenDoor {
  const door = {
    name: 'marketPages',
    at: `GET /market, /market/:listing_id, ${FEED_PATH}, /sitemap.xml, /robots.txt`,
    ...FOR_ANYBODY,
    takes: (ctx: Context) =>
      isRead(ctx) &&
      (ctx.path.startsWith('/market') || PART.test(ctx.path) || ['/robots.txt', '/sitemap.xml', FEED_PATH].includes(ctx.path)),
  };
  return openDoor(limits, door, async (ctx, _, next) => {
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
    if (!ctx.accepts('html')) return next();
    ctx.vary('Cookie');
    if (isSignedIn(ctx)) return next();
    const parts = await partsAt(ctx, { origin, turn });
    const shell = parts && (await readFile(path.join(directory, SHELL), 'utf8').catch(() => null));
    if (!parts || !shell) return next();
    ctx.set('Cache-Control', 'no-cache');
    ctx.type = 'html';
    ctx.body = fillShell(shell, parts, origin);
  });
}

/** Sends the newest courses; readers poll it, so an unchanged feed is answered without its body. */
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

/** Returns the contents of a market page; null if there is none. */
async function partsAt(ctx: Context, { origin, turn }: Pick<Pages, 'origin' | 'turn'>): Promise<PageParts | null> {
  if (/^\/market\/?$/.test(ctx.path)) {
    // invalid parameters show the whole market, as in the app
    const parsed = endpoint.query.safeParse(ctx.query);
    const search = parsed.data ?? endpoint.query.parse({});
    const [found, creator] = await Promise.all([
      takesTurn(endpoint, search) ? turn(callerOf(ctx), () => searchMarket(search)) : searchMarket(search),
      search.creator === undefined ? null : foundOrNull(getMarketCreator(search.creator)),
    ]);
    return listPage(found, { search: search, creator, origin });
  }
  const id = COURSE.exec(ctx.path)?.[1];
  if (id === undefined) return null;
  const course = await foundOrNull(getMarketCourse(id, { isCounted: false }));
  return course && coursePage(course, origin);
}

/** Returns the result, or null if it does not exist. */
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

/** Returns courses as an Atom feed (RFC 4287). An empty feed must also have a time: the epoch. */
function feedOf(courses: readonly Listing[], origin: string): string {
  const newest = courses.map(({ renewed_at: at }) => at).toSorted();
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" xml:lang="en">
<title>${xmlText(FEED_TITLE)}</title>
<id>${origin}${FEED_PATH}</id>
<link rel="self" type="application/atom+xml" href="${origin}${FEED_PATH}"/>
<link rel="alternate" type="text/html" href="${origin}/market"/>
<updated>${newest.at(-1) ?? new Date(0).toISOString()}</updated>
<generator>${PRODUCT}</generator>
<icon>${origin}/icons/app-192.png</icon>
${courses.map((course) => entryOf(course, origin)).join('\n')}
</feed>
`;
}

function entryOf(course: Listing, origin: string): string {
  const address = `${origin}/market/${course.id}`;
  return `<entry xml:lang="${languageCode(course.language)}">
<title>${xmlText(course.title)}</title>
<id>${address}</id>
<link rel="alternate" type="text/html" href="${address}"/>
<published>${course.published_at}</published>
<updated>${course.renewed_at}</updated>
<author><name>${xmlText(course.creator.name)}</name></author>${course.category === null ? '' : `\n<category term="${course.category}"/>`}
<media:thumbnail url="${origin}${pictureAddress(course, 'square')}" width="${SHARE_SHAPES.square.width}" height="${SHARE_SHAPES.square.height}"/>
<summary>${xmlText(course.description)}</summary>
</entry>`;
}

const DESCRIPTION_LENGTH = 160;
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const short = (text: string): string =>
  text.length <= DESCRIPTION_LENGTH ? text : `${text.slice(0, DESCRIPTION_LENGTH - 1).replace(/\s+\S*$/, '')}…`;
const section = (title: string, content: string, { aside = '', attributes = '' } = {}): string =>
  `<section><div class="head"><h2${attributes}>${escapeHtml(title)}</h2>${aside && `<span class="meta">${aside}</span>`}</div>${content}</section>`;
const note = (words: string): string => `<p class="meta">${escapeHtml(words)}</p>`;

/** Renders a course as a page that works without a script, for readers, search engines and link previews. */
function coursePage(course: MarketCourse, origin: string): PageParts {
  const path = `/market/${course.id}`;
  const about = short(oneLine(course.description));
  return {
    title: `${course.title} · ${PRODUCT}`,
    description: about,
    path,
    picture: { path: pictureAddress(course, 'wide'), alt: course.cover?.alt ?? course.title, ...SHARE_SHAPES.wide },
    body: `<h1 dir="auto">${escapeHtml(course.title)}</h1><p class="about">${link('/market', MARKET_WORDS.title)}</p>
<div class="columns"><div>${contentOf(course)}</div>${asideOf(course)}</div>`,
    data: {
      '@context': 'https://schema.org',
      '@type': 'Course',
      name: course.title,
      description: about,
      url: origin + path,
      inLanguage: languageCode(course.language),
      provider: { '@type': 'Organization', name: PRODUCT, sameAs: origin },
      author: { '@type': 'Person', name: course.creator.name },
      teaches: course.outcomes,
      offers: [
        {
          '@type': 'Offer',
          price: course.price.toFixed(2),
          priceCurrency: 'USD',
          category: course.price === 0 ? 'Free' : 'Paid',
          url: origin + path,
        },
      ],
      hasCourseInstance: [{ '@type': 'CourseInstance', courseMode: 'Online', courseWorkload: `PT${course.duration_minutes}M` }],
      ...(course.rating !== null && {
        aggregateRating: { '@type': 'AggregateRating', ratingValue: course.rating, ratingCount: course.rating_count, bestRating: 5 },
      }),
    },
  };
}

function contentOf(course: MarketCourse): string {
  const language = ` lang="${languageCode(course.language)}" dir="auto"`;
  const cover = coverAddress(course, 'large');
  const lines = (title: string, items: readonly string[]) =>
    items.length === 0 ? '' : section(title, listOf(items.map(escapeHtml), ' dir="auto"'));
  return [
    cover === null
      ? `<div class="picture drawn">${coverOf(course, true)}</div>`
      : `<div class="picture"><img src="${escapeHtml(cover)}" alt="${escapeHtml(course.cover?.alt ?? '')}" width="1280" height="720" fetchpriority="high"></div>`,
    section(MARKET_WORDS.about_course, `<p class="plain" dir="auto">${escapeHtml(course.description)}</p>`),
    lines(MARKET_WORDS.outcomes, course.outcomes),
    lines(MARKET_WORDS.requirements, course.requirements),
    ...course.modules.map(({ title, lessons }, at) => {
      const rows = lessons.map(
        (lesson) =>
          `<span${language}>${escapeHtml(lesson.title)}</span><span>${
            lesson.is_preview ? `<button type="button" data-press="${escapeHtml(lesson.lesson_id)}">${MARKET_WORDS.preview}</button> ` : ''
          }${durationWord(lesson.duration_minutes)}</span>`,
      );
      return section(`${at + 1}. ${title}`, listOf(rows, ' class="lessons"'), { attributes: language });
    }),
    section(
      MARKET_WORDS.ratings,
      course.ratings.length === 0
        ? `<p class="plain">${MARKET_WORDS.no_ratings}</p>`
        : listOf(course.ratings.map(ratingOf), ' class="ratings"'),
      { aside: starsOf(course) },
    ),
  ].join('\n');
}

const ratingOf = ({ stars, by, is_sample: isSample, text, answer, updated_at: at }: Rating): string =>
  `<strong><bdi>${escapeHtml(by)}</bdi></strong> ${starsGiven(stars)} <span class="meta">${dateWord(at)}${isSample ? ` · ${MARKET_WORDS.sample}` : ''}</span>${
    text && `<p class="plain" dir="auto">${escapeHtml(text)}</p>`
  }${answer === null ? '' : `<div class="answer"><strong>${MARKET_WORDS.answer}</strong><p class="plain" dir="auto">${escapeHtml(answer)}</p></div>`}`;

/** Renders the price, the link to the course, and its facts. */
function asideOf(course: MarketCourse): string {
  const next = new URLSearchParams({ next: `/market/${course.id}` });
  return `<aside aria-label="${MARKET_WORDS.take}"><p class="sum">${priceWord(course.price)}</p>
${link(`/sign-in?${next}`, course.price === 0 ? MARKET_WORDS.sign_in_to_take : MARKET_WORDS.sign_in_to_buy, ' class="button main"')}
${course.price > 0 ? note(filled(MARKET_WORDS.money_back, { days: REFUND_DAYS, n: REFUND_BELOW_PERCENT, courses: COURSE_REFUNDS })) : ''}
${factLine(factsOf(course).map(escapeHtml))}${course.has_final_test ? note(MARKET_WORDS.final_test) : ''}${course.has_audio ? note(MARKET_WORDS.audio) : ''}
${factLine([...(course.category ? [CATEGORY_WORDS[course.category]] : []), course.age_group, studentsWord(course.students)].filter((fact) => fact !== '').map(escapeHtml))}
<p class="meta">${MARKET_WORDS.by} ${link(`/market?creator=${course.creator.id}`, course.creator.name)}</p>
<p class="meta">${filled(MARKET_WORDS.last_changed, { date: dateWord(course.renewed_at) })}</p></aside>`;
}
