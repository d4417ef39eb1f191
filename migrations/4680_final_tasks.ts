import type { Knex } from 'knex';

/** A course's final task is answered in words like a question, but belongs to no lesson, and its text is a longer piece of work. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table words_answer alter column lesson_id drop not null;
    alter table words_answer drop constraint words_answer_text_check;
    alter table words_answer add check (char_length(text) between 1 and case when lesson_id is null then 8000 else 2000 end);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from words_answer where lesson_id is null;
    alter table words_answer drop constraint words_answer_check;
    alter table words_answer add check (char_length(text) between 1 and 2000);
    alter table words_answer alter column lesson_id set not null;
  `);
}
