import type { Knex } from 'knex';

// Hidden slides of a presentation are not read, and its owner is told how many there are. An older release beside leaves the number at none.
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table source add column hidden_slides integer not null default 0');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table source drop column hidden_slides');
}
