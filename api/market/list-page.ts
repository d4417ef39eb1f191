import { MARKET_LENGTHS, MARKET_SORTS, type getMarketCreator, type Listing, type searchMarket } from '#contract/market/market.contract.ts';
import type { AnswerOf, QueryOf } from '#contract/platform/endpoint.ts';
import { PRODUCT } from '#contract/product.ts';
import { CREATOR_CATEGORIES, CREATOR_DIFFICULTIES } from '#contract/studio/creator-courses.contract.ts';
import { LENGTH_WORDS, MARKET_WORDS, PRICE_WORDS, SORT_WORDS } from '#contract/market/market-words.ts';
import { CATEGORY_WORDS, DIFFICULTY_WORDS } from '#contract/studio/course-field-words.ts';
import { escapeHtml } from '#domain/mail/mail-parts.ts';
import type { PageParts } from './page-parts.ts';
import { capitalised, coverOf, factsOf, filled, link, listOf, number, priceWord, starsWord, studentsWord } from './page-words.ts';

type Search = QueryOf<typeof searchMarket>;
type Found = AnswerOf<typeof searchMarket>;
type Creator = AnswerOf<typeof getMarketCreator>['creator'];

const RATINGS: readonly [string, string][] = [
  ['', MARKET_WORDS.all],
  ...[4, 3].map((n): [string, string] => [String(n), filled(MARKET_WORDS.stars_or_more, { n })]),
];
/** Covers on the first screen of a phone. */
const FIRST_COVERS = 4;

/** Renders a page of the market's list, with its search as a form that works without a script. */
export function listPage(
  found: Found,
  { search, creator, origin }: { search: Search; creator: Creator | null; origin: string },
): PageParts {
  const { courses, total, is_capped: isCapped } = found;
  const title = creator ? filled(MARKET_WORDS.of_creator, { name: creator.name }) : MARKET_WORDS.title;
  const about = creator ? `${studentsWord(creator.students)} · ${starsWord(creator)}` : MARKET_WORDS.about;
  const count = isCapped ? filled(MARKET_WORDS.courses_or_more, { n: number(total) }) : filled(MARKET_WORDS.courses, { n: total });
  return {
    title: `${title} · ${PRODUCT}`,
    description: `Courses made and published by creators on ${PRODUCT}: look into each before you take it.`,
    path: creator ? `/market?creator=${creator.id}` : '/market',
    body: [
      `<div class="hero"><h1>${escapeHtml(title)}</h1><p class="about">${escapeHtml(about)}</p></div>`,
      searchForm(found, search),
      `<p class="count">${count}</p>`,
      courses.length === 0 ? nothingFound(search) : listOf(courses.map(cardOf), ' class="cards"'),
      pageLinks(total, search),
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

/** As in the app: an empty market is not a search that found nothing. */
function nothingFound({ page: _page, limit: _limit, sort: _sort, ...narrowing }: Search): string {
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined);
  const [title, why] = isNarrowed
    ? [MARKET_WORDS.none_found, MARKET_WORDS.none_found_why]
    : [MARKET_WORDS.none_published, MARKET_WORDS.none_published_why];
  return `<h2>${title}</h2><p>${why}</p>`;
}

function cardOf(course: Listing, at: number): string {
  return `${coverOf(course, at < FIRST_COVERS)}
<div class="words"><h2>${link(`/market/${course.id}`, course.title, ' dir="auto"')}</h2>
<div class="meta"><bdi dir="auto">${escapeHtml(course.creator.name)}</bdi> · ${escapeHtml(factsOf(course))}</div>
<div class="meta facts"><span>${starsWord(course)}</span><span>${studentsWord(course.students)}</span><span class="price">${priceWord(course.price)}</span></div></div>`;
}

/** Options of one facet: all of them, with the number of courses of each. */
function choices(words: Readonly<Record<string, string>>, facet?: Readonly<Record<string, number>>, more = ''): [string, string][] {
  const counts = Object.entries(words).map(([value, word]): [string, string] => [
    value,
    facet ? filled(MARKET_WORDS.option_count, { label: word, n: `${number(facet[value] ?? 0)}${more}` }) : word,
  ]);
  return [['', MARKET_WORDS.all], ...counts];
}

function searchForm({ facets, is_capped: isCapped }: Found, search: Search): string {
  const more = isCapped ? '+' : '';
  const pick = <Key extends string>(keys: readonly Key[], words: Readonly<Record<Key, string>>) =>
    Object.fromEntries(keys.map((key) => [key, words[key]]));
  const languages = [...new Set([...Object.keys(facets.language), ...(search.language ? [search.language] : [])])].toSorted();
  const select = (name: string, label: string, options: readonly [string, string][], chosen: string | number | undefined) =>
    `<label>${label}<select name="${name}">${options
      .map(
        ([value, word]) =>
          `<option value="${escapeHtml(value)}"${value === String(chosen ?? '') ? ' selected' : ''}>${escapeHtml(word)}</option>`,
      )
      .join('')}</select></label>`;
  const hidden = search.creator === undefined ? '' : `<input type="hidden" name="creator" value="${escapeHtml(search.creator)}">`;
  return `<form role="search" action="/market">${hidden}
<label>${MARKET_WORDS.search}<input type="search" name="q" maxlength="100" value="${escapeHtml(search.q ?? '')}"></label>
<div class="filters">${select('category', MARKET_WORDS.category, choices(pick(CREATOR_CATEGORIES, CATEGORY_WORDS), facets.category, more), search.category)}
${select('difficulty', MARKET_WORDS.level, choices(pick(CREATOR_DIFFICULTIES, DIFFICULTY_WORDS), facets.difficulty, more), search.difficulty)}
${select('language', MARKET_WORDS.language, choices(Object.fromEntries(languages.map((name) => [name, capitalised(name)])), facets.language, more), search.language)}
${select('length', MARKET_WORDS.length, choices(pick(Object.keys(MARKET_LENGTHS) as (keyof typeof MARKET_LENGTHS)[], LENGTH_WORDS), facets.length, more), search.length)}
${select('price', MARKET_WORDS.price, choices(PRICE_WORDS, facets.price, more), search.price)}
${select('rating', MARKET_WORDS.rating, RATINGS, search.rating)}
${select(
  'sort',
  MARKET_WORDS.order,
  MARKET_SORTS.map((sort) => [sort, SORT_WORDS[sort]]),
  search.sort,
)}</div>
<noscript><button>Search</button></noscript></form>`;
}

function pageLinks(total: number, { page, limit, ...search }: Search): string {
  const pages = Math.max(1, Math.ceil(total / limit));
  if (pages === 1) return '';
  const to = (at: number, words: string) => {
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...search, page: at })) if (value !== undefined) params.set(name, String(value));
    return at < 1 || at > pages ? '' : link(`/market?${params}`, words, ' class="button"');
  };
  return `<nav aria-label="${MARKET_WORDS.pages}">${to(page - 1, MARKET_WORDS.previous_page)}<span>${filled(MARKET_WORDS.page_of, { n: page, total: pages })}</span>${to(page + 1, MARKET_WORDS.next_page)}</nav>`;
}
