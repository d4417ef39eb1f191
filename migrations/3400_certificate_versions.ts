import type { Knex } from 'knex';

// A certificate names the version of the course it was issued for: lessons that are added later are not part of it.
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table certificate add column course_version integer');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table certificate drop column course_version');
}
