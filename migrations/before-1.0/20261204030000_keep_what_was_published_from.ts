import type { Knex } from 'knex';

// The course whose text is in the market: its creator may already have chosen another one for the next publication, whose pictures and
// translations are not public before that.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table creator_course add column published_course_id uuid references course(id) on delete set null;
    update creator_course set published_course_id = course_id where published_version is not null;
    create index creator_course_published_content on creator_course (published_course_id) where published_course_id is not null;
  `);
}
