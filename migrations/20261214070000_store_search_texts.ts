import type { Knex } from 'knex';

/** What is searched, by table: folded when it is written instead of once for every word of every search. */
const SEARCHED = {
  flash_card: `front || ' ' || back`,
  lesson_note: `text || ' ' || coalesce(passage->>'quote', '')`,
  mentor_message: 'text',
  voice_note: `title || ' ' || transcription`,
  forum_post: `title || ' ' || content`,
  study_group: `name || ' ' || description`,
};

/**
 * Searches folded every text they looked at, which took 0.7 ms for each of a person's 20,000 flash cards. A trigram index would cost more than it
 * saves: 2 ms to write one of the largest cards, in imports of thousands, against 0.015 ms to look at one, of those that the account's index names.
 * A text of ASCII characters has no marks to take out.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function folded_text(text text) returns text language sql immutable parallel safe
    as $$ select case when octet_length(text) = char_length(text) then lower(text) else lower(normalize(regexp_replace(normalize(text, nfd),
  '[\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff]|[\\u0300-\\u036f\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed]',
  '', 'g'), nfc)) end $$
  `);
  for (const [table, text] of Object.entries(SEARCHED))
    await knex.raw(`
      alter table ${table} add column search_text text generated always as (folded_text(${text})) stored;
      comment on column ${table}.search_text is 'Folded text for searches; generated.'
    `);
  await knex.raw(`
    alter table course add column list_text text generated always as (folded_text(title || ' ' || description)) stored;
    comment on column course.list_text is 'Folded title and description, for searches in lists; generated.'
  `);
}

export async function down(knex: Knex): Promise<void> {
  for (const table of Object.keys(SEARCHED)) await knex.raw(`alter table ${table} drop column search_text`);
  await knex.raw('alter table course drop column list_text; drop function folded_text(text)');
}
