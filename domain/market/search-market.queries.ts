import type { AnswerOf, QueryOf } from '#contract/platform/endpoint.ts';
import { MARKET_COUNT_CAP, MARKET_LENGTHS, type searchMarket as endpoint } from '#contract/market/market.contract.ts';
import { database } from '#domain/platform/database.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { LISTING_COLUMNS, toListing, type ListingRow } from './listing.queries.ts';
import { spellingsOf } from './spellings.queries.ts';

type Query = QueryOf<typeof endpoint>;
type Facets = AnswerOf<typeof endpoint>['facets'];

const LENGTH = `case ${Object.entries(MARKET_LENGTHS)
  .map(([name, [from, to]]) => `when c.duration_minutes between ${from} and ${to} then '${name}'`)
  .join(' ')} end`;
const PRICE = `case when c.price_cents = 0 then 'free' else 'paid' end`;
const FACETS = ['category', 'difficulty', 'language', 'length', 'price'] as const;
/** Columns of `c` for the facets, under the facets' names. */
const FACET_COLUMNS = `c.category, c.difficulty, c.language, ${LENGTH} as length, ${PRICE} as price`;
/** Counts all facets in one pass over `found`: each row belongs to one facet, which `grouping` identifies by its bits. */
const COUNTED = `select case grouping(category, difficulty, language, length, price)
    when 15 then 'category' when 23 then 'difficulty' when 27 then 'language' when 29 then 'length' else 'price' end as facet,
    coalesce(category, difficulty, language, length, price) as value, count(*)::int as n
  from found group by grouping sets ((category), (difficulty), (language), (length), (price))`;

const ORDER = {
  popular: 'c.students desc, c.rating_sum desc, c.id desc',
  newest: 'c.published_at desc, c.id desc',
  rating: 'case when c.rating_count = 0 then 0 else c.rating_sum::float / c.rating_count end desc, c.rating_count desc, c.id desc',
  price: 'c.price_cents, c.students desc, c.id desc',
} as const;

/**
 * Searches published courses by words (each must be in title, tags or the creator's name; a word that no course has matches approximately,
 * to forgive typos), filters, sorts, and counts by facet before filtering.
 */
export async function searchMarket(query: Query): Promise<AnswerOf<typeof endpoint>> {
  const words = (query.q ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
  return words.length > 0 ? searchWords(query, words) : browse(query);
}

/** Browses without words: the sort's index gives the page, and of other rows only counts are read. */
async function browse(query: Query): Promise<AnswerOf<typeof endpoint>> {
  const found = [`c.status = 'published'`, ...ofCreator(query)];
  const where = [...found, ...narrowing(query)].join(' and ');
  const bindings = bindingsOf(query);
  const order = ORDER[query.sort];
  const [page, counted, facets] = await Promise.all([
    database().raw(
      `select ${LISTING_COLUMNS}
         from (select * from creator_course c where ${where} order by ${order} limit :limit offset :offset) c
         join account creator on creator.id = c.account_id order by ${order}`,
      bindings,
    ),
    database().raw(`select count(*)::int as total from creator_course c where ${where}`, bindings),
    query.creator === undefined ? wholeFacets() : countFacets(found.join(' and '), bindings),
  ]);
  return { courses: (page.rows as ListingRow[]).map(toListing), total: counted.rows[0].total, is_capped: false, facets };
}

/**
 * Searches by words: reads at most `MARKET_COUNT_CAP` hits, the first ones in sort order; they are counted, filtered and ranked in one
 * statement, so that a very common word costs no more than a rare one.
 */
async function searchWords(query: Query, words: readonly string[]): Promise<AnswerOf<typeof endpoint>> {
  const spellings = await spellingsOf(words);
  const names = spellings.map((one, n) => one.map((_, m) => `:like${n}_${m}`));
  const anyOf = (text: string, likes: readonly string[]) => `(${likes.map((like) => `${text} like ${like}`).join(' or ')})`;
  const found = [`c.status = 'published'`, ...names.map((likes) => anyOf('c.search_text', likes)), ...ofCreator(query)];
  const narrowed = narrowing(query);
  const order = ORDER[query.sort];
  // number of the words in the title, computed for hits only
  const relevance = query.sort === 'popular' ? `${names.map((likes) => `${anyOf('lower(c.title)', likes)}::int`).join(' + ')} desc, ` : '';
  const candidates = (where: readonly string[]) =>
    `select c.id, ${FACET_COLUMNS} from creator_course c where ${where.join(' and ')} order by ${order} limit ${MARKET_COUNT_CAP + 1}`;
  const likes = spellings.flatMap((one, n) => one.map((word, m) => [`like${n}_${m}`, contains(word)] as const));
  const { rows } = await database().raw(
    `with found as materialized (${candidates(found)}),
          narrowed as materialized (${narrowed.length > 0 ? candidates([...found, ...narrowed]) : 'select * from found'}),
          page as (
            select c.*, row_number() over (order by ${relevance}${order}) as place from creator_course c
             where c.id in (select id from narrowed) order by ${relevance}${order} limit :limit offset :offset)
     select (select count(*)::int from narrowed) as total,
            (select jsonb_agg(jsonb_build_object('facet', facet, 'value', value, 'n', n)) from (${COUNTED}) counted) as facets, listed.*
       from (select 1) one
       left join (select ${LISTING_COLUMNS}, c.place from page c join account creator on creator.id = c.account_id) listed on true
      order by listed.place`,
    { ...bindingsOf(query), ...Object.fromEntries(likes) },
  );
  const { total, facets } = rows[0];
  return {
    courses: (rows as ListingRow[]).filter(({ id }) => id !== null).map(toListing),
    total: Math.min(total, MARKET_COUNT_CAP),
    is_capped: total > MARKET_COUNT_CAP,
    facets: facetsOf(facets ?? []),
  };
}

/** Returns a LIKE pattern for texts that contain a word literally. */
const contains = (word: string): string => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`;

const ofCreator = ({ creator }: Query): string[] => (creator === undefined ? [] : [isUuid(creator) ? 'c.account_id = :creator' : 'false']);

function narrowing(query: Query): string[] {
  const lengths = query.length && MARKET_LENGTHS[query.length];
  return [
    query.category && 'c.category = :category',
    query.difficulty && 'c.difficulty = :difficulty',
    query.language && 'c.language = :language',
    lengths && `c.duration_minutes between ${lengths[0]} and ${lengths[1]}`,
    query.price && (query.price === 'free' ? 'c.price_cents = 0' : 'c.price_cents > 0'),
    query.rating && '(c.rating_count > 0 and c.rating_sum >= cast(:rating as double precision) * c.rating_count)',
  ].filter((one): one is string => typeof one === 'string' && one !== '');
}

function bindingsOf(query: Query): Record<string, string | number> {
  const bindings: Record<string, string | number> = { limit: query.limit, offset: (query.page - 1) * query.limit };
  for (const key of ['category', 'difficulty', 'language', 'rating', 'creator'] as const)
    if (query[key] !== undefined) bindings[key] = query[key];
  return bindings;
}

async function countFacets(where: string, bindings: Record<string, string | number> = {}): Promise<Facets> {
  const { rows } = await database().raw(
    `with found as (select ${FACET_COLUMNS} from creator_course c where ${where}) ${COUNTED}`,
    bindings,
  );
  return facetsOf(rows);
}

function facetsOf(rows: readonly { facet: string; value: string | null; n: number }[]): Facets {
  const of = (name: (typeof FACETS)[number]): Record<string, number> =>
    Object.fromEntries(rows.filter(({ facet, value }) => facet === name && value !== null).map(({ value, n }) => [value!, n]));
  return { category: of('category'), difficulty: of('difficulty'), language: of('language'), length: of('length'), price: of('price') };
}

/** Maximum age of counts of the whole market: everyone requests them, and one course more or less does not matter. */
const WHOLE_FOR_MS = 20_000;
let whole: { readonly until: number; readonly facets: Promise<Facets> } | null = null;

function wholeFacets(): Promise<Facets> {
  if (!whole || whole.until < Date.now()) {
    const facets = countFacets(`c.status = 'published'`);
    whole = { until: Date.now() + WHOLE_FOR_MS, facets };
    // a failed query is repeated
    facets.catch(() => (whole = null));
  }
  return whole.facets;
}
