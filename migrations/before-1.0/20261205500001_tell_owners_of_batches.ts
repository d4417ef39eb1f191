import type { Knex } from 'knex';

// Operators' batches change people's courses: the history of a course says which batch did, and owners can keep their courses out of them.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table course_version add column operator_reason text;
    alter table user_settings add column operator_rewrites boolean not null default true;
  `);
}
