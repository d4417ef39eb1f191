import { MARKET_LENGTHS, MARKET_SORTS, type getMarketCreator, type Listing, type searchMarket } from '#contract/market/market.contract.ts';
import type { AnswerOf, QueryOf } from '#contract/platform/endpoint.ts';
import { PRODUCT } from '#contract/product.ts';
import { CREATOR_CATEGORIES, CREATOR_DIFFICULTIES } from '#contract/studio/creator-courses.contract.ts';
import { LENGTH_WORDS, MARKET_WORDS, PRICE_WORDS, SORT_WORDS } from '#contract/market/market-words.ts';
import { CATEGORY_WORDS, DIFFICULTY_WORDS } from '#contract/studio/course-field-words.ts';
import { escapeHtml } from '#domain/mail/mail-parts.ts';
import type { PageParts } from './page-parts.ts';
import {
  capitalised,
  coverOf,
  factLine,
  factsOf,
  filled,
  link,
  listOf,
  number,
  drawnCover,
  priceWord,
  starsOf,
  studentsWord,
} from './page-words.ts';

type Search = QueryOf<typeof searchMarket>;
type Found = AnswerOf<typeof searchMarket>;
type Creator = AnswerOf<typeof getMarketCreator>['creator'];

/** Number of covers on a phone's first screen. */
const FIRST_COVERS = 4;

/** Renders a page of the market's list, with its search as a form that works without a script. */
export function listPage(
  found: Found,
  { search, creator, origin }: { search: Search; creator: Creator | null; origin: string },
): PageParts {
  const { courses, total, is_capped: isCapped } = found;
  const title = creator ? filled(MARKET_WORDS.of_creator, { name: creator.name }) : MARKET_WORDS.title;
  const count = isCapped ? filled(MARKET_WORDS.courses_or_more, { n: number(total) }) : filled(MARKET_WORDS.courses, { n: total });
  return {
    title: `${title} · ${PRODUCT}`,
    description: `Courses made and published by creators on ${PRODUCT}: look into each before you take it.`,
    path: creator ? `/market?creator=${creator.id}` : '/market',
    body: [
      creator ? creatorHead(creator) : searchForm(found, search),
      `<p class="count">${count}</p>`,
      courses.length === 0
        ? nothingFound(search)
        : listOf(
            courses.map((course, at) => cardOf(course, at, creator !== null)),
            ' class="cards"',
          ),
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

/** As in the app, an empty market differs from a search without results. */
function nothingFound({ page: _page, limit: _limit, sort: _sort, ...narrowing }: Search): string {
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined);
  const [title, why] = isNarrowed
    ? [MARKET_WORDS.none_found, MARKET_WORDS.none_found_why]
    : [MARKET_WORDS.none_published, MARKET_WORDS.none_published_why];
  return `<h2>${title}</h2><p>${why}</p>`;
}

/** @param isOfCreator its creator's name stands at the head of the page */
function cardOf(course: Listing, at: number, isOfCreator: boolean): string {
  return `${coverOf(course, at < FIRST_COVERS)}
<div class="words"><h2>${link(`/market/${course.id}`, course.title, ' dir="auto"')}</h2>
${factLine([...(isOfCreator ? [] : [`<bdi dir="auto">${escapeHtml(course.creator.name)}</bdi>`]), ...factsOf(course).map(escapeHtml)])}
<div class="meta facts"><span>${starsOf(course)}</span><span>${studentsWord(course.students)}</span><span class="price">${priceWord(course.price)}</span></div></div>`;
}

/** Titles are seeds of drawings: as in the app, this title gets the night sky. */
const DRAWN = 'Reading the night sky';

const firstLetter = (name: string): string => [...name.trim()][0]?.toUpperCase() ?? '?';

/**
 * Renders the creator of these courses: a face, a name, and their ratings. What creators say about themselves is for signed-in users only.
 */
function creatorHead(creator: Creator): string {
  const facts = [
    [number(creator.courses), MARKET_WORDS.creator_courses],
    [number(creator.students), MARKET_WORDS.creator_students],
    [starsOf(creator), MARKET_WORDS.rating],
  ].map(([figure, name]) => `<div><dd>${figure}</dd><dt class="meta">${name}</dt></div>`);
  return `<div class="welcome"><span class="face" aria-hidden="true">${escapeHtml(firstLetter(creator.name))}</span>
<div><h1 dir="auto">${escapeHtml(creator.name)}</h1><p class="about">${link('/market', MARKET_WORDS.title)}</p></div><dl>${facts.join('')}</dl></div>`;
}

/** One value of a filter. */
interface Choice {
  /** '' removes the filter. */
  readonly value: string;
  readonly label: string;
  readonly count?: string;
}

type FilterName = 'category' | 'difficulty' | 'price' | 'length' | 'language' | 'rating' | 'sort';
type Change = Partial<Record<keyof Search, string>>;
/** Defaults, which are omitted from addresses. */
const UNSAID: Change = { sort: 'popular' };

/** Returns the parameters of a search as they appear in its address; with a change, those of its first page. */
function parametersOf({ page: _page, limit: _limit, ...search }: Search, change: Change): [string, string][] {
  return Object.entries({ ...search, ...change }).flatMap(([name, value]): [string, string][] => {
    const text = value === undefined ? '' : String(value);
    return text === '' || UNSAID[name as keyof Search] === text ? [] : [[name, text]];
  });
}

/** Returns the address of a search with a change. */
function addressOf(search: Search, change: Change): string {
  const parameters = new URLSearchParams(parametersOf(search, change)).toString();
  return parameters === '' ? '/market' : `/market?${parameters}`;
}

/** Renders the links to a filter's values, marking the current one. */
function choiceLinks(search: Search, name: FilterName, choices: readonly Choice[]): string[] {
  const chosen = String(search[name] ?? '');
  return choices.map(({ value, label, count }) => {
    const amount = count === undefined ? '' : ` <b>${count}</b>`;
    const state = value === chosen ? ' aria-current="true"' : '';
    return `<a class="chip" href="${escapeHtml(addressOf(search, { [name]: value }))}"${state}>${escapeHtml(label)}${amount}</a>`;
  });
}

/** Renders a filter with many values: a chip that shows the current value, and opens the links without a script. */
function menuOf(search: Search, name: FilterName, label: string, choices: readonly Choice[]): string {
  const chosen = choices.find(({ value }) => value === String(search[name] ?? ''));
  const isOn = chosen !== undefined && chosen.value !== '' && chosen.value !== UNSAID[name];
  const shown = chosen === undefined || chosen.value === '' ? label : chosen.label;
  return `<button type="button" class="chip menu${isOn ? ' on' : ''}" popovertarget="by-${name}" aria-label="${escapeHtml(`${label}: ${chosen?.label ?? MARKET_WORDS.all}`)}">${escapeHtml(shown)}</button>
<div popover id="by-${name}" class="choices" role="group" aria-label="${escapeHtml(label)}">${listOf(choiceLinks(search, name, choices))}</div>`;
}

const ALL: Choice = { value: '', label: MARKET_WORDS.all };
const RATINGS: readonly Choice[] = [ALL, ...[4, 3].map((n) => ({ value: String(n), label: filled(MARKET_WORDS.stars_or_more, { n }) }))];
const choicesOf = <Value extends string>(values: readonly Value[], words: Readonly<Record<Value, string>>): Choice[] =>
  values.map((value) => ({ value, label: words[value] }));

/** Renders the search and the filters: typed text is sent as a form, every filter value is a link. */
function searchForm({ facets, is_capped: isCapped }: Found, search: Search): string {
  const more = isCapped ? '+' : '';
  const counted = <Value extends string>(
    values: readonly Value[],
    words: Readonly<Record<Value, string>>,
    facet: Readonly<Record<string, number>>,
  ) => [ALL, ...choicesOf(values, words).map((choice) => ({ ...choice, count: `${number(facet[choice.value] ?? 0)}${more}` }))];
  const languages = [...new Set([...Object.keys(facets.language), ...(search.language ? [search.language] : [])])].toSorted();
  const languageWords = Object.fromEntries(languages.map((name) => [name, capitalised(name)]));
  const kept = parametersOf(search, { q: '' }).map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`);
  return `<form role="search" action="/market">${kept.join('')}
<div class="hero"><div><h1>${MARKET_WORDS.title}</h1><p class="about">${escapeHtml(MARKET_WORDS.about)}</p>
<input type="search" name="q" maxlength="100" enterkeyhint="search" aria-label="${MARKET_WORDS.search}" placeholder="${MARKET_WORDS.search}" value="${escapeHtml(search.q ?? '')}"></div>
${drawnCover({ title: DRAWN, category: null })}</div>
<div class="filters"><div class="chips" role="group" aria-label="${MARKET_WORDS.category}">${choiceLinks(search, 'category', [ALL, ...choicesOf(CREATOR_CATEGORIES, CATEGORY_WORDS)]).join('')}</div>
<div class="chips">${menuOf(search, 'difficulty', MARKET_WORDS.level, counted(CREATOR_DIFFICULTIES, DIFFICULTY_WORDS, facets.difficulty))}
${menuOf(search, 'price', MARKET_WORDS.price, counted(['free', 'paid'], PRICE_WORDS, facets.price))}
${menuOf(search, 'length', MARKET_WORDS.length, counted(Object.keys(MARKET_LENGTHS) as (keyof typeof MARKET_LENGTHS)[], LENGTH_WORDS, facets.length))}
${menuOf(search, 'language', MARKET_WORDS.language, counted(languages, languageWords, facets.language))}
${menuOf(search, 'rating', MARKET_WORDS.rating, RATINGS)}
${menuOf(search, 'sort', MARKET_WORDS.order, choicesOf(MARKET_SORTS, SORT_WORDS))}</div></div>
<noscript><button>Search</button></noscript></form>`;
}

function pageLinks(total: number, search: Search): string {
  const { page, limit } = search;
  const pages = Math.max(1, Math.ceil(total / limit));
  if (pages === 1) return '';
  const to = (at: number, words: string) =>
    at < 1 || at > pages ? '' : link(addressOf(search, { page: String(at) }), words, ' class="button"');
  return `<nav aria-label="${MARKET_WORDS.pages}">${to(page - 1, MARKET_WORDS.previous_page)}<span>${filled(MARKET_WORDS.page_of, { n: page, total: pages })}</span>${to(page + 1, MARKET_WORDS.next_page)}</nav>`;
}
