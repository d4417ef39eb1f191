import { MARKET_LENGTHS, MARKET_SORTS, type getMarketCreator, type Listing, type searchMarket } from '#contract/market/market.contract.ts';
import type { AnswerOf, QueryOf } from '#contract/platform/endpoint.ts';
import { PRODUCT } from '#contract/product.ts';
import { CREATOR_CATEGORIES, CREATOR_DIFFICULTIES } from '#contract/studio/creator-courses.contract.ts';
import { escapeHtml } from '#domain/mail/letter-parts.ts';
import type { PageParts } from './page-parts.ts';
import {
  capitalised,
  CATEGORY_WORDS,
  counted,
  coverOf,
  DIFFICULTY_WORDS,
  factsOf,
  link,
  listOf,
  number,
  priceWord,
  starsWord,
} from './page-words.ts';

type Asked = QueryOf<typeof searchMarket>;
type Found = AnswerOf<typeof searchMarket>;
type Creator = AnswerOf<typeof getMarketCreator>['creator'];

const LENGTH_WORDS = { short: 'Up to 2 hours', medium: '2 to 10 hours', long: 'Over 10 hours' } as const;
const PRICE_WORDS = { free: 'Free', paid: 'Paid' } as const;
const SORT_WORDS = {
  popular: 'Most learned first',
  newest: 'Newest first',
  rating: 'Best rated first',
  price: 'Lowest price first',
} as const;
const RATINGS: readonly [string, string][] = [
  ['', 'All'],
  ['4', '4 stars or more'],
  ['3', '3 stars or more'],
];
/** Covers on the first screen of a phone. */
const FIRST_COVERS = 4;

/** Renders a page of the market's list, with its search as a form that works without a script. */
export function listPage(found: Found, { asked, creator, origin }: { asked: Asked; creator: Creator | null; origin: string }): PageParts {
  const { courses, total, is_capped: isCapped } = found;
  const title = creator ? `Courses by ${creator.name}` : 'Marketplace';
  const about = creator
    ? `${counted(creator.students, 'student')} · ${starsWord(creator)}`
    : 'Courses made and published by creators. Look into each before you take it.';
  const count = isCapped ? `${number(total)}+ courses` : counted(total, 'course');
  return {
    title: `${title} · ${PRODUCT}`,
    description: `Courses made and published by creators on ${PRODUCT}: look into each before you take it.`,
    path: creator ? `/market?creator=${creator.id}` : '/market',
    body: [
      `<h1>${escapeHtml(title)}</h1><p class="about">${escapeHtml(about)}</p>`,
      searchForm(found, asked),
      `<p class="count">${count}</p>`,
      courses.length === 0
        ? '<p>No course matches. Try other words, or fewer conditions.</p>'
        : listOf(courses.map(rowOf), ' class="rows"'),
      pageLinks(total, asked),
    ].join('\n'),
    data: {
      '@context': 'https://schema.org',
      '@type': 'ItemList',
      itemListElement: courses.map(({ id, title: name }, at) => ({
        '@type': 'ListItem',
        position: at + 1,
        name,
        url: `${origin}/market/${id}`,
      })),
    },
  };
}

function rowOf(course: Listing, at: number): string {
  return `<div>${coverOf(course, at < FIRST_COVERS)}</div>
<div>${link(`/market/${course.id}`, course.title, ' dir="auto"')}<p class="text" dir="auto">${escapeHtml(course.description)}</p>
<div class="meta"><bdi dir="auto">${escapeHtml(course.creator.name)}</bdi> · ${escapeHtml(factsOf(course))}</div></div>
<div><div class="price">${priceWord(course.price)}</div><div class="meta">${starsWord(course)}</div><div class="meta">${counted(course.students, 'student')}</div></div>`;
}

/** Options of one facet: all of them, with the number of courses of each. */
function choices(words: Readonly<Record<string, string>>, facet?: Readonly<Record<string, number>>, more = ''): [string, string][] {
  const counts = Object.entries(words).map(([value, word]): [string, string] => [
    value,
    facet ? `${word} (${number(facet[value] ?? 0)}${more})` : word,
  ]);
  return [['', 'All'], ...counts];
}

function searchForm({ facets, is_capped: isCapped }: Found, asked: Asked): string {
  const more = isCapped ? '+' : '';
  const pick = <Key extends string>(keys: readonly Key[], words: Readonly<Record<Key, string>>) =>
    Object.fromEntries(keys.map((key) => [key, words[key]]));
  const languages = [...new Set([...Object.keys(facets.language), ...(asked.language ? [asked.language] : [])])].toSorted();
  const select = (name: string, label: string, options: readonly [string, string][], chosen: string | number | undefined) =>
    `<label>${label}<select name="${name}">${options
      .map(
        ([value, word]) =>
          `<option value="${escapeHtml(value)}"${value === String(chosen ?? '') ? ' selected' : ''}>${escapeHtml(word)}</option>`,
      )
      .join('')}</select></label>`;
  const kept = asked.creator === undefined ? '' : `<input type="hidden" name="creator" value="${escapeHtml(asked.creator)}">`;
  return `<form role="search" action="/market">${kept}
<label>Search the marketplace<input type="search" name="q" maxlength="100" value="${escapeHtml(asked.q ?? '')}"></label>
${select('category', 'Category', choices(pick(CREATOR_CATEGORIES, CATEGORY_WORDS), facets.category, more), asked.category)}
${select('difficulty', 'Level', choices(pick(CREATOR_DIFFICULTIES, DIFFICULTY_WORDS), facets.difficulty, more), asked.difficulty)}
${select('language', 'Language', choices(Object.fromEntries(languages.map((name) => [name, capitalised(name)])), facets.language, more), asked.language)}
${select('length', 'Length', choices(pick(Object.keys(MARKET_LENGTHS) as (keyof typeof MARKET_LENGTHS)[], LENGTH_WORDS), facets.length, more), asked.length)}
${select('price', 'Price', choices(PRICE_WORDS, facets.price, more), asked.price)}
${select('rating', 'Rating', RATINGS, asked.rating)}
${select(
  'sort',
  'Order',
  MARKET_SORTS.map((sort) => [sort, SORT_WORDS[sort]]),
  asked.sort,
)}
<noscript><button>Search</button></noscript></form>`;
}

function pageLinks(total: number, { page, limit, ...asked }: Asked): string {
  const pages = Math.max(1, Math.ceil(total / limit));
  if (pages === 1) return '';
  const to = (at: number, words: string) => {
    const kept = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...asked, page: at })) if (value !== undefined) kept.set(name, String(value));
    return at < 1 || at > pages ? '' : link(`/market?${kept}`, words, ' class="button"');
  };
  return `<nav aria-label="Pages">${to(page - 1, 'Previous page')}<span>Page ${page} of ${pages}</span>${to(page + 1, 'Next page')}</nav>`;
}
