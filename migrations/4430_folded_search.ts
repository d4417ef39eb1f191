import type { Knex } from 'knex';

/** No transaction: rows are folded again in batches, and indexes are built while others write. */
export const config = { transaction: false };

/** Signs with the ASCII sign that replaces them, before decomposition. A quote is written twice to stand for one. */
const SIGNS = [
  ['‘’‚‛ʹʻʼʽˈˊˋ´′‵՚׳ꞌ＇', '“”„‟«»″‶״〃〝〞〟＂', '‐‑‒–—―⁃−־᠆⸗⸚⸺⸻﹘', '\u0085\u1680\u2028\u2029', '〜∼'].join(''),
  ["''".repeat(18), '"'.repeat(14), '-'.repeat(15), ' '.repeat(4), '~'.repeat(2)].join(''),
] as const;
const MARKS =
  String.raw`[\u00ad\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed` +
  String.raw`\u08d3-\u08ff\u180b-\u180e\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\U000e0000-\U000e01ef]`;
/** Letters with their replacements, after lower-casing. */
const LETTERS = [
  'ⱥƀɓȼƈđðɖɗɇǥɠħıɨɉƙĸłƚɫŋɲƞøɵƥɍɽŧƭʈʉʋƴɏƶȥґςٱٲٳٵةہھەۇۆۈۋیىےېکڪګ',
  'abbccddddegghiijkklllnnnooprrtttuvyyzzгσااااههههووووييييككك',
] as const;
const PAIRS = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
] as const;
/** The zero of each script's digits, followed by the nine other digits. */
const ZEROS =
  '660 6f0 7c0 966 9e6 a66 ae6 b66 be6 c66 ce6 d66 de6 e50 ed0 f20 1040 1090 17e0 1810 1946 19d0 1a80 1a90 1b50 1bb0 1c40 1c50 a620 a8d0 a900 a9d0 a9f0 aa50 abf0'.split(
    ' ',
  );
const digitsFrom = (zeros: readonly string[]): readonly [string, string] => [
  zeros.map((zero) => String.fromCodePoint(...Array.from({ length: 10 }, (_, digit) => Number.parseInt(zero, 16) + digit))).join(''),
  '0123456789'.repeat(zeros.length),
];
/** Of Arabic, Persian and Devanagari. */
const FREQUENT_DIGITS = digitsFrom(['660', '6f0', '966']);
const DIGITS = digitsFrom(ZEROS);
const translated = (text: string, [from, to]: readonly [string, string]): string => `translate(${text}, '${from}', '${to}')`;

/** Number of a table's pages processed at a time. */
const PAGES = 500;

/** Texts that are folded on writing: a column from which each is made, and whether it is folded in the current way. */
const FOLDED: readonly (readonly [table: string, made: string, isOld: string])[] = [
  ['course', 'title', `list_text <> folded_text(title || ' ' || description) or search_text <> course_search_text(title, outline)`],
  ['flash_card', 'front', `search_text <> folded_text(front || ' ' || back)`],
  ['forum_post', 'title', `search_text <> folded_text(title || ' ' || content)`],
  ['lesson_note', 'text', `search_text <> folded_text(text || ' ' || coalesce(passage->>'quote', ''))`],
  ['mentor_message', 'text', `search_text <> folded_text(text)`],
  ['study_group', 'name', `search_text <> folded_text(name || ' ' || description)`],
  ['voice_note', 'title', `search_text <> folded_text(title || ' ' || transcription)`],
  ['creator_course', 'search_text', `found_text = ''`],
];

/** Trigram indexes for searches. The older indexes, over `lower(…)`, belong to a release running at the same time. */
const INDEXES: readonly (readonly [name: string, at: string])[] = [
  ['account_person_found', `account using gin (folded_text(email || ' ' || first_name || ' ' || last_name) gin_trgm_ops)`],
  ['course_title_found', 'course using gin (folded_text(title) gin_trgm_ops)'],
  ['market_found', `creator_course using gin (found_text gin_trgm_ops) where status = 'published'`],
  ['run_found', `run using gin (folded_text(subject || ' ' || coalesce(title, '') || ' ' || coalesce(error_detail, '')) gin_trgm_ops)`],
];

// One folding for all searched texts: quotes, dashes, blanks, width, letters with strokes, marks of Hebrew and Arabic, digits. An older
// release folds typed words with the same function, and still finds what it found before. `contract/platform/folded-text.ts` has the same
// in TypeScript.
export async function up(knex: Knex): Promise<void> {
  const letters = PAIRS.reduce((text, [one, two]) => `replace(${text}, '${one}', '${two}')`, translated('given', LETTERS));
  const pairs = PAIRS.map(([one]) => one).join('');
  // looking for a character is much cheaper than translating, and most texts have none of these; without accents most are ASCII. A separate
  // function, named with its schema: indexes are built with an empty search path, and inlined expressions are evaluated several times
  await knex.raw(`
    create or replace function folded_beyond_ascii(given text) returns text language plpgsql immutable parallel safe as $$
    begin
      if given ~ '[${SIGNS[0]}]' then given := ${translated('given', SIGNS)}; end if;
      given := lower(normalize(regexp_replace(normalize(given, nfkd), '${MARKS}', '', 'g'), nfc));
      if octet_length(given) = char_length(given) then return given; end if;
      if given ~ '[${LETTERS[0]}${pairs}]' then given := ${letters}; end if;
      if given ~ '[${FREQUENT_DIGITS[0]}]' then given := ${translated('given', FREQUENT_DIGITS)}; end if;
      if given ~ '[${DIGITS[0]}]' then given := ${translated('given', DIGITS)}; end if;
      return given;
    end $$;
    create or replace function folded_text(text text) returns text language sql immutable parallel safe
    as $$ select case when octet_length(text) = char_length(text) then lower(text) else public.folded_beyond_ascii(text) end $$`);
  await knex.raw(`
    alter table creator_course add column if not exists found_text text not null default '';
    create or replace function note_market_words() returns trigger language plpgsql as $$
    begin
      new.search_text := lower(concat_ws(' ', new.title, array_to_string(new.tags, ' '),
        (select first_name || ' ' || last_name from account where id = new.account_id)));
      new.found_text := folded_text(new.search_text);
      if new.status = 'published' then
        -- no names of people: the words stay when somebody goes. In one order, so that two courses published at once never wait in a circle
        insert into market_word
        select distinct word
          from (select lower(concat_ws(' ', new.title, array_to_string(new.tags, ' '))) as said) own,
               regexp_split_to_table(own.said || ' ' || folded_text(own.said), '\\s+') word
         where char_length(word) between 2 and 60 order by word
            on conflict do nothing;
      end if;
      return new;
    end $$`);
  for (const [table, made, isOld] of FOLDED) await foldAnew(knex, table, { made, isOld });
  for (const [name, at] of INDEXES) {
    // a killed build may have left an index that is not used
    await knex.raw(`drop index concurrently if exists ${name}`);
    await knex.raw(`create index concurrently ${name} on ${at}`);
  }
}

/** Rewrites the rows whose text was folded differently, some pages of the table at a time; most need no change. */
async function foldAnew(knex: Knex, table: string, { made, isOld }: { made: string; isOld: string }): Promise<void> {
  const { rows } = (await knex.raw(`select pg_relation_size(?) / current_setting('block_size')::int as pages`, [table])) as {
    rows: { pages: string }[];
  };
  for (let page = 0; page < Number(rows[0]!.pages); page += PAGES) {
    await knex.raw(`update ${table} set ${made} = ${made} where ctid >= '(${page},0)' and ctid < '(${page + PAGES},0)' and (${isOld})`);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const [name] of INDEXES) await knex.raw(`drop index concurrently if exists ${name}`);
  // the functions stay: an older release folds typed words with them, and stored texts were folded by them
}
