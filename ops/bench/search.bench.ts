import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { foldedWords } from '#contract/platform/folded-text.ts';
import { searchMarket as endpoint } from '#contract/market/market.contract.ts';
import type { QueryOf } from '#contract/platform/endpoint.ts';
import { searchMarket } from '#domain/market/market-search.queries.ts';
import { onBenchStore } from './bench-store.ts';
import { bound, line } from './figures.ts';

const COURSES = 50_000;
const ROUNDS = 20;
/** The titles that the queries below mean, among tens of thousands of others. */
const MEANT = [
  'Women’s history in Łódź and Đà Nẵng, Ørsted, カタカナ, שָׁלוֹם, re‑read',
  'Straßenbau und Brücken für Anfänger',
  'Façades naïves à l’œil nu',
  'Smørrebrød and Ærø by bike',
  'آموزش کتابخوانی در ۱۴۰۳',
  'अंक १२३ और गणित',
  'Гёте и Ёлка',
  '日本語の読み方：ひらがな',
  '커피 볶기',
  'H₂O and CO₂ at home',
];
/** Queries as people type them: one for each sign of the note, and more in six languages and scripts. */
const OF_THE_NOTE = ["women's", 'lodz', 'da nang', 'orsted', 'ｶﾀｶﾅ', 'カタカナ', 'שלום', 're-read', 'łódź', 'Ørsted'];
const OF_OTHERS = ['strassenbau', 'facades naives', 'smorrebrod', 'كتابخوانى 1403', '123', 'гете', 'елка', 'ひらがな', '커피', 'h2o'];

/** Searches the market with folded texts and without: prints what each query finds, and the time within which 95 of 100 are answered. */
export const bench = (): Promise<void> =>
  onBenchStore(4, async ({ knex }) => {
    await givenMarket(knex);
    const lowered = (words: readonly string[], column: string) =>
      knex('creator_course')
        .where({ status: 'published' })
        .where((all) => {
          for (const word of words) void all.whereRaw(`${column} like ?`, [`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`]);
        })
        .limit(1_000)
        .select('id');
    const missing: string[] = [];
    line('query', 'before: found, p95 · after: found, p95 · the whole search, p95');
    for (const q of [...OF_THE_NOTE, ...OF_OTHERS]) {
      const before = await percentile(() => lowered(q.toLowerCase().split(/\s+/), 'search_text'));
      const after = await percentile(() => lowered(foldedWords(q), 'found_text'));
      const asked = endpoint.query.parse({ q }) as QueryOf<typeof endpoint>;
      const whole = await percentile(async () => (await searchMarket(asked)).courses);
      line(q, [before, after, whole].map(({ found, ms }) => `${String(found).padStart(4)} in ${ms.toFixed(1)} ms`).join(' · '));
      if (after.found === 0 || whole.found === 0) missing.push(q);
    }
    const sizes = (await knex.raw(
      `select indexrelid::regclass::text as name, pg_relation_size(indexrelid) as bytes from pg_index
        where indexrelid::regclass::text in ('market_search', 'market_found') order by name desc`,
    )) as { rows: { name: string; bytes: string }[] };
    for (const { name, bytes } of sizes.rows)
      line(`index ${name} (${name === 'market_found' ? 'after' : 'before'}), ${COURSES} courses`, `${(Number(bytes) / 1e6).toFixed(1)} MB`);
    bound(`every query finds what it means, not ${missing.join(', ')}`, missing.length === 0);
  });

async function percentile(ask: () => Promise<readonly unknown[]>): Promise<{ found: number; ms: number }> {
  const times: number[] = [];
  // the first query reads its pages from the disk
  let found = (await ask()).length;
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = performance.now();
    found = (await ask()).length;
    times.push(performance.now() - from);
  }
  return { found, ms: times.toSorted((one, other) => one - other)[Math.ceil(0.95 * ROUNDS) - 1]! };
}

async function givenMarket(knex: Knex): Promise<void> {
  const creator = randomUUID();
  const terms = { terms_version: '1', terms_accepted_at: new Date() };
  await knex('account').insert({
    id: creator,
    email: 'bench@example.com',
    first_name: 'Ada',
    last_name: 'Bench',
    birth_year: 1980,
    password_hash: '',
    ...terms,
  });
  // one title in a thousand is meant; the others also have words of several scripts
  const filling = ['Garden', 'Über', 'Café', 'Năm', '数学', 'Физика', 'حساب', '음악', 'Łąka', 'naïf'];
  for (let from = 1; from <= COURSES; from += 5_000)
    await knex.raw(
      `insert into creator_course (id, account_id, title, description, category, difficulty, price_cents, tags, status, published_version, published_at,
                                   renewed_at, language, age_group, lesson_count, duration_minutes, students, rating_count, rating_sum)
       select gen_random_uuid(), :creator,
              case when n % 1000 = 0 then (cast(:meant as text[]))[1 + n / 1000 % :nm] else (cast(:filling as text[]))[1 + n % :nf] || ' ' || md5(n::text) end,
              'About number ' || n, 'personal', 'beginner', 500, array['tag' || n % 50], 'published', 1, now(), now(), 'english', 'Adults', 8, 60, n % 500, 0, 0
         from generate_series(cast(:from as int), :from + 4999) n`,
      { creator, from, meant: MEANT, nm: MEANT.length, filling, nf: filling.length },
    );
  await knex.raw('vacuum analyze creator_course');
}
