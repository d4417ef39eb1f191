import type { Knex } from 'knex';

/** As the searches fold a text today: without case, accents, vowel signs and what nobody sees. */
const FOLDED = String.raw`lower(normalize(regexp_replace(normalize(title || ' ' || jsonb_path_query_array(outline, '$.modules[*].lessons[*].title')::text, nfd),
  '[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]|[\u0300-\u036f\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]',
  '', 'g'), nfc))`;

// Titles of a course and its lessons, so that a search reads no outline of a course that has none of its words.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function course_search_text(title text, outline jsonb) returns text language sql immutable parallel safe as $$ select ${FOLDED} $$;
    alter table course add column search_text text generated always as (course_search_text(title, outline)) stored;
  `);
}
