import type { Knex } from 'knex';

// The visible text of a lesson's Markdown is made once, in a restricted process: parsing it in the process that answers requests lets one
// lesson stop all of them. Rows of lessons stored before are made when they are first needed.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table lesson_text (
      course_id uuid not null references course(id) on delete cascade,
      content_hash text not null,
      text text not null,
      is_plain boolean not null,
      primary key (course_id, content_hash)
    );
  `);
}
