import type { Knex } from 'knex';

// Hidden slides of a presentation are not read, and their number is shown to its owner. A concurrent older release leaves the number at
// zero.
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table source add column hidden_slides integer not null default 0');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table source drop column hidden_slides');
}
