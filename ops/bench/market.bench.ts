import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { searchMarket as endpoint } from '#contract/market/market.contract.ts';
import type { QueryOf } from '#contract/platform/endpoint.ts';
import { searchMarket } from '#domain/market/market-search.queries.ts';
import { onBenchStore } from './bench-store.ts';
import { line } from './figures.ts';

const COURSES = 100_000;
const ROUNDS = 60;
const SUBJECTS =
  'beekeeping watercolour statistics photography gardening bookkeeping astronomy carpentry genetics typography ceramics negotiation meteorology cartography fermentation linguistics sailing knitting robotics ecology'.split(
    ' ',
  );
const PLACES = 'balcony winter coast kitchen village workshop island market school mountain river studio forest harbour orchard'.split(' ');
const WAYS = 'first practical advanced quiet complete honest weekend seasonal everyday guided small patient modern classic'.split(' ');

/** Runs sequential searches in a market of a hundred thousand courses: words, one typo, facets and pages. */
export const bench = (): Promise<void> =>
  onBenchStore(4, async ({ knex }) => {
    await givenCourses(knex);
    const typo = (word: string) => word.slice(0, 2) + word[3] + word[2] + word.slice(4);
    const pick = <T>(from: readonly T[], n: number): T => from[n % from.length]!;
    const searches: Record<string, (n: number) => object> = {
      'the whole market': () => ({}),
      'one word': (n) => ({ q: pick(SUBJECTS, n) }),
      'two words, one with a typo': (n) => ({ q: `${typo(pick(SUBJECTS, n))} ${pick(PLACES, n * 7)}` }),
      'a typo and three facets': (n) => ({ q: typo(pick(SUBJECTS, n)), category: 'personal', difficulty: 'beginner', price: 'paid' }),
      'a facet, newest first, page 5': () => ({ category: 'business', sort: 'newest', page: 5 }),
    };
    for (const [name, query] of Object.entries(searches)) {
      const times: number[] = [];
      let found = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const asked = endpoint.query.parse(query(round)) as QueryOf<typeof endpoint>;
        const begin = performance.now();
        found = (await searchMarket(asked)).total;
        times.push(performance.now() - begin);
      }
      times.sort((a, b) => a - b);
      const at = (share: number) => times[Math.ceil(share * ROUNDS) - 1]!.toFixed(0);
      line(`${name}, p50 / p95 (target p95 ≤ 100)`, `${at(0.5)} / ${at(0.95)} ms; ${found} found last`);
    }
  });

async function givenCourses(knex: Knex): Promise<void> {
  const creator = randomUUID();
  await knex('account').insert({
    id: creator,
    email: 'bench@example.com',
    first_name: 'Ada',
    last_name: 'Bench',
    // a child's courses are not in the market
    birth_year: 1980,
    password_hash: '',
    terms_version: '1',
    terms_accepted_at: new Date(),
  });
  // in batches, because a statement may take only ten seconds
  for (let from = 1; from <= COURSES; from += 5_000)
    await knex.raw(
      `insert into creator_course (id, account_id, title, description, category, difficulty, price_cents, tags, status, published_version, published_at,
                                 renewed_at, language, age_group, lesson_count, duration_minutes, students, rating_count, rating_sum)
     select gen_random_uuid(), :creator, initcap(s || ' for the ' || w || ' ' || p), 'A ' || w || ' course about ' || s || ' in the ' || p || ', number ' || n,
            (array['business','technology','creative','personal','academic'])[1 + n / 11 % 5], (array['beginner','intermediate','advanced'])[1 + n / 13 % 3],
            case when n / 17 % 4 = 0 then 0 else 500 + n % 501 end, array[s, p], 'published', 1, now() - n * interval '5 minutes',
            now() - n * interval '3 minutes', (array['english','spanish','german'])[1 + n % 3], 'Adults', 8, 30 + n % 900, n * 7919 % 5000, n % 50, (n % 50) * 4
       from generate_series(cast(:from as int), :from + 4999) n,
            lateral (select (cast(:subjects as text[]))[1 + n % :ns] as s, (cast(:places as text[]))[1 + n / 3 % :np] as p,
                            (cast(:ways as text[]))[1 + n / 7 % :nw] as w) words`,
      { creator, from, subjects: SUBJECTS, places: PLACES, ways: WAYS, ns: SUBJECTS.length, np: PLACES.length, nw: WAYS.length },
    );
  await knex.raw('vacuum analyze creator_course');
}
