import { LANGUAGE_CODES } from '#contract/courses/languages.ts';
import type { Listing, MarketCourse } from '#contract/market/market.contract.ts';
import { PRODUCT } from '#contract/product.ts';
import { escapeHtml } from '#domain/mail/letter-parts.ts';

/** What a market page adds to the app's HTML. */
export interface PageParts {
  readonly title: string;
  readonly description: string;
  /** The page's canonical path. */
  readonly path: string;
  readonly language: string;
  /** Readable HTML, which the app replaces once it runs. */
  readonly body: string;
  readonly data: object;
}

const DESCRIPTION_LENGTH = 160;
const price = (dollars: number): string => (dollars === 0 ? 'Free' : `$${dollars.toFixed(2)}`);
const codeOf = (language: string): string => (LANGUAGE_CODES as Record<string, string>)[language] ?? 'en';
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const short = (text: string): string =>
  text.length <= DESCRIPTION_LENGTH ? text : `${text.slice(0, DESCRIPTION_LENGTH - 1).replace(/\s+\S*$/, '')}…`;
const list = (lines: readonly string[]): string => `<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`;
const link = (path: string, words: string): string => `<a href="${escapeHtml(path)}">${escapeHtml(words)}</a>`;

/** Renders a course as a page that can be read, found and shared without a script. */
export function coursePage(course: MarketCourse, origin: string): PageParts {
  const path = `/market/${course.id}`;
  const { title, description, outcomes, requirements, modules, creator } = course;
  const rated = course.rating === null ? [] : [`Rated ${course.rating} of 5 by ${course.rating_count}`];
  const facts = [price(course.price), course.difficulty, `${course.lesson_count} lessons`, `${course.duration_minutes} minutes`, ...rated];
  const body = [
    `<p>${link('/market', 'Marketplace')}</p><h1>${escapeHtml(title)}</h1>`,
    `<p>By ${link(`/market?creator=${creator.id}`, creator.name)} · ${escapeHtml(facts.join(' · '))}</p>`,
    ...description.split(/\n{2,}/).map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    outcomes.length > 0 ? `<h2>What you will learn</h2>${list(outcomes.map(escapeHtml))}` : '',
    requirements.length > 0 ? `<h2>Requirements</h2>${list(requirements.map(escapeHtml))}` : '',
    ...modules.map((module) => `<h2>${escapeHtml(module.title)}</h2>${list(module.lessons.map((lesson) => escapeHtml(lesson.title)))}`),
    course.ratings.length > 0 ? '<h2>Ratings</h2>' : '',
    ...course.ratings.map(
      ({ stars, by, text }) => `<p><strong>${stars} of 5 · ${escapeHtml(by)}</strong>${text && `<br>${escapeHtml(text)}`}</p>`,
    ),
  ].join('\n');
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Course',
    name: title,
    description: short(oneLine(description)),
    url: origin + path,
    inLanguage: codeOf(course.language),
    provider: { '@type': 'Organization', name: PRODUCT, sameAs: origin },
    author: { '@type': 'Person', name: creator.name },
    teaches: outcomes,
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
  };
  const about = short(oneLine(description));
  return { title: `${title} · ${PRODUCT}`, description: about, path, language: codeOf(course.language), body, data };
}

/** Renders a page of the market's list. */
export function listPage(courses: readonly Listing[], total: number, { path, origin }: { path: string; origin: string }): PageParts {
  const rows = courses.map(
    (course) =>
      `${link(`/market/${course.id}`, course.title)}<br>${escapeHtml(`${price(course.price)} · ${course.creator.name}`)}<br>${escapeHtml(short(oneLine(course.description)))}`,
  );
  return {
    title: `Marketplace · ${PRODUCT}`,
    description: `Courses made and published by creators on ${PRODUCT}: look into each before you take it.`,
    path,
    language: 'en',
    body: `<h1>Marketplace</h1><p>${total === 1 ? '1 course' : `${total} courses`}, made and published by creators.</p>${list(rows)}`,
    data: {
      '@context': 'https://schema.org',
      '@type': 'ItemList',
      itemListElement: courses.map(({ id, title }, at) => ({
        '@type': 'ListItem',
        position: at + 1,
        name: title,
        url: `${origin}/market/${id}`,
      })),
    },
  };
}

/** Fills a page's parts into the app's HTML. User texts are escaped; data cannot close its script element. */
export function fillShell(shell: string, { title, description, path, language, body, data }: PageParts, origin: string): string {
  const [name, about, address] = [title, description, origin + path].map(escapeHtml);
  const head = [
    `<link rel="canonical" href="${address}" />`,
    `<meta property="og:type" content="website" />`,
    `<meta property="og:site_name" content="${PRODUCT}" />`,
    `<meta property="og:title" content="${name}" />`,
    `<meta property="og:description" content="${about}" />`,
    `<meta property="og:url" content="${address}" />`,
    `<meta name="twitter:card" content="summary" />`,
    `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`,
  ].join('\n    ');
  const main = `<main lang="${language}" style="max-width:44rem;margin:32px auto;padding:0 16px;font-family:system-ui,sans-serif;line-height:1.5">${body}</main>`;
  // a function, because user texts may contain replacement patterns such as `$&`
  return shell
    .replace(/<title>[^<]*<\/title>/, () => `<title>${name}</title>`)
    .replace(/<meta name="description"[^>]*>/, () => `<meta name="description" content="${about}" />`)
    .replace('</head>', () => `  ${head}\n  </head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${main}</div>`);
}
