import type { Knex } from 'knex';

// Whether certificates of a published course need a passed final test is its creator's choice; copies that were taken before keep theirs.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table creator_course add column has_final_test boolean not null default false;
    update creator_course c set has_final_test = true from course where course.id = c.course_id and course.has_final_test;
  `);
}
