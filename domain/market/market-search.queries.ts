import type { AnswerOf, QueryOf } from '#contract/platform/endpoint.ts';
import { MARKET_COUNT_CAP, MARKET_LENGTHS, type searchMarket as endpoint } from '#contract/market/market.contract.ts';
import { foldedWords } from '#contract/platform/folded-text.ts';
import { cachedFor } from '#domain/platform/cached-for.ts';
import { database, transact } from '#domain/platform/database.ts';
import { join, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { folded } from '#domain/platform/normalised-text.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { isInMarket } from './in-market.queries.ts';
import { LISTING_COLUMNS, toListing, type ListingRow } from './listing.queries.ts';

type Query = QueryOf<typeof endpoint>;
type Facets = AnswerOf<typeof endpoint>['facets'];
interface FacetCount {
  readonly facet: keyof Facets;
  readonly value: string | null;
  readonly n: number;
}

const PUBLISHED = isInMarket(sql`c`);
const LENGTH = sql`case ${join(
  Object.entries(MARKET_LENGTHS).map(([name, [from, to]]) => sql`when c.duration_minutes between ${from} and ${to} then ${name}`),
  ' ',
)} end`;
/** Columns of `c` for the facets, under the facets' names. */
const FACET_COLUMNS = sql`c.category, c.difficulty, c.language, ${LENGTH} as length, case when c.price_cents = 0 then 'free' else 'paid' end as price`;
/** Counts all facets in one pass over `found`: each row belongs to one facet, which `grouping` identifies by its bits. */
const FACET_COUNTS = sql`select case grouping(category, difficulty, language, length, price)
    when 15 then 'category' when 23 then 'difficulty' when 27 then 'language' when 29 then 'length' else 'price' end as facet,
    coalesce(category, difficulty, language, length, price) as value, count(*)::int as n
  from found group by grouping sets ((category), (difficulty), (language), (length), (price))`;

const ORDER = {
  popular: sql`c.students desc, c.rating_sum desc, c.id desc`,
  newest: sql`c.published_at desc, c.id desc`,
  rating: sql`case when c.rating_count = 0 then 0 else c.rating_sum::float / c.rating_count end desc, c.rating_count desc, c.id desc`,
  price: sql`c.price_cents, c.students desc, c.id desc`,
} as const;

/**
 * How long each process caches the counts of the whole market, which everybody requests and which read every published course. Being off by
 * a few courses does not matter.
 */
const WHOLE_MARKET_MS = 20_000;
const countWholeMarket = cachedFor(WHOLE_MARKET_MS, () => countFacets([PUBLISHED]));

/**
 * Searches published courses by words, filters, sorts, and counts by facet before filtering. Each word must be in title, tags or the
 * creator's name; a word that no course has matches approximately, to forgive typos.
 */
export async function searchMarket(query: Query): Promise<AnswerOf<typeof endpoint>> {
  const words = foldedWords(query.q).slice(0, 8);
  return words.length > 0 ? searchWords(query, words) : browse(query);
}

/** Browses without words: the page comes from the sort's index, and other rows are only counted. */
async function browse(query: Query): Promise<AnswerOf<typeof endpoint>> {
  const scope = [PUBLISHED, ...ofCreator(query)];
  const where = allOf([...scope, ...filters(query)]);
  const order = ORDER[query.sort];
  const [page, counts, facets] = await Promise.all([
    rowsOf<ListingRow>(
      database(),
      sql`select ${LISTING_COLUMNS}
            from (select * from creator_course c where ${where} order by ${order} ${pageOf(query)}) c
            join account creator on creator.id = c.account_id order by ${order}`,
    ),
    rowsOf<{ total: number }>(database(), sql`select count(*)::int as total from creator_course c where ${where}`),
    query.creator === undefined ? countWholeMarket() : countFacets(scope),
  ]);
  return { courses: page.map(toListing), total: counts[0]!.total, is_capped: false, facets };
}

/**
 * Searches by words. Reads at most `MARKET_COUNT_CAP` hits, the first in sort order, and counts, filters and ranks them in one statement,
 * so that a very common word costs no more than a rare one.
 */
async function searchWords(query: Query, words: readonly string[]): Promise<AnswerOf<typeof endpoint>> {
  const spellings = await spellingsOf(words);
  const scope = [PUBLISHED, ...spellings.map((spelling) => containsAny(sql`c.found_text`, spelling)), ...ofCreator(query)];
  const narrowing = filters(query);
  const inTitle = spellings.map((spelling) => sql`${containsAny(folded(sql`c.title`), spelling)}::int`);
  const sort = ORDER[query.sort];
  // number of the words in the title, computed only for hits
  const order = query.sort === 'popular' ? sql`${join(inTitle, ' + ')} desc, ${sort}` : sort;
  const candidates = (where: readonly Sql[]) =>
    sql`select c.id, ${FACET_COLUMNS} from creator_course c where ${allOf(where)} order by ${sort} limit ${MARKET_COUNT_CAP + 1}`;
  const rows = await rowsOf<ListingRow & { total: number; facets: FacetCount[] | null }>(
    database(),
    sql`with found as materialized (${candidates(scope)}),
             narrowed as materialized (${narrowing.length > 0 ? candidates([...scope, ...narrowing]) : sql`select * from found`}),
             page as (
               select c.*, row_number() over (order by ${order}) as place from creator_course c
                where c.id in (select id from narrowed) order by ${order} ${pageOf(query)})
        select (select count(*)::int from narrowed) as total,
               (select jsonb_agg(jsonb_build_object('facet', facet, 'value', value, 'n', n)) from (${FACET_COUNTS}) counted) as facets, listed.*
          from (select 1) one
          left join (select ${LISTING_COLUMNS}, c.place from page c join account creator on creator.id = c.account_id) listed on true
         order by listed.place`,
  );
  const { total, facets } = rows[0]!;
  return {
    courses: rows.filter(({ id }) => id !== null).map(toListing),
    total: Math.min(total, MARKET_COUNT_CAP),
    is_capped: total > MARKET_COUNT_CAP,
    facets: facetsOf(facets ?? []),
  };
}

const allOf = (conditions: readonly Sql[]): Sql => join(conditions, ' and ');

/** Tells whether a text contains one of the spellings literally. */
const containsAny = (text: Sql, spellings: readonly string[]): Sql =>
  sql`(${join(
    spellings.map((word) => sql`${text} like ${`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`),
    ' or ',
  )})`;

const pageOf = ({ limit, page }: Query): Sql => sql`limit ${limit} offset ${(page - 1) * limit}`;

const ofCreator = ({ creator }: Query): Sql[] =>
  creator === undefined ? [] : [isUuid(creator) ? sql`c.account_id = ${creator}` : sql`false`];

function filters({ category, difficulty, language, length, price, rating }: Query): Sql[] {
  const minutes = length && MARKET_LENGTHS[length];
  return [
    category && sql`c.category = ${category}`,
    difficulty && sql`c.difficulty = ${difficulty}`,
    language && sql`c.language = ${language}`,
    minutes && sql`c.duration_minutes between ${minutes[0]} and ${minutes[1]}`,
    price && (price === 'free' ? sql`c.price_cents = 0` : sql`c.price_cents > 0`),
    rating && sql`(c.rating_count > 0 and c.rating_sum >= cast(${rating} as double precision) * c.rating_count)`,
  ].filter((condition) => typeof condition === 'object');
}

async function countFacets(scope: readonly Sql[]): Promise<Facets> {
  const found = sql`select ${FACET_COLUMNS} from creator_course c where ${allOf(scope)}`;
  return facetsOf(await rowsOf<FacetCount>(database(), sql`with found as (${found}) ${FACET_COUNTS}`));
}

function facetsOf(counts: readonly FacetCount[]): Facets {
  const of = (name: keyof Facets): Record<string, number> =>
    Object.fromEntries(counts.flatMap(({ facet, value, n }) => (facet === name && value !== null ? [[value, n]] : [])));
  return { category: of('category'), difficulty: of('difficulty'), language: of('language'), length: of('length'), price: of('price') };
}

/** Swapping two letters leaves less than half of a short word's trigrams: the default of 0.6 would find nothing for such a typo. */
const ALIKE_FROM = 0.4;
const ALIKE_AT_MOST = 40;
/** Maximum number of alternative spellings per typo. */
const READINGS = 4;

/**
 * Returns the spellings to search for each word: the word itself, and if no title or tag contains it literally, also the most similar
 * words. Scans only the list of words in the market, never the courses.
 */
async function spellingsOf(words: readonly string[]): Promise<string[][]> {
  const patterns = words.map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`);
  return transact(async (trx) => {
    await rowsOf(trx, sql`select set_config('pg_trgm.word_similarity_threshold', ${String(ALIKE_FROM)}, true)`);
    const found = await rowsOf<{ word: string; is_known: boolean; alike: string[] }>(
      trx,
      sql`select given.word, exists (select from market_word where word like given.pattern) as is_known,
              array(select word from market_word where word %> given.word
                     order by word_similarity(given.word, word) desc, word limit ${ALIKE_AT_MOST}) as alike
         from unnest(${words}::text[], ${patterns}::text[]) with ordinality as given(word, pattern, place) order by given.place`,
    );
    return found.map(({ word, is_known: isKnown, alike }) => (isKnown ? [word] : [word, ...nearest(word, alike)]));
  });
}

/** Returns the most similar words, stripped of punctuation, within the allowed slips: one in a short word, two in a longer one. */
function nearest(word: string, alike: readonly string[]): string[] {
  const bare = new Set(alike.map((one) => one.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')));
  const near = [...bare].filter(Boolean).map((one) => ({ one, slips: slipsBetween(word, one) }));
  const fewest = Math.min(...near.map(({ slips }) => slips));
  if (fewest > (word.length < 5 ? 1 : 2)) return [];
  return near
    .filter(({ slips }) => slips === fewest)
    .slice(0, READINGS)
    .map(({ one }) => one);
}

/**
 * Counts letters omitted, inserted, replaced or swapped with their neighbour between a typed word and the beginning of another (optimal
 * string alignment): `watercolr` may mean `watercolours`.
 */
function slipsBetween(typed: string, word: string): number {
  const rows: number[][] = [Array.from({ length: word.length + 1 }, (_, n) => n)];
  for (let i = 1; i <= typed.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= word.length; j += 1) {
      const isSame = typed[i - 1] === word[j - 1];
      let best = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1]) best = Math.min(best, rows[i - 2]![j - 2]! + 1);
      row.push(best);
    }
    rows.push(row);
  }
  const last = rows[typed.length]!;
  return typed.length < 5 ? last[word.length]! : Math.min(...last);
}
