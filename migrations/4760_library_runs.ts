import type { Knex } from 'knex';

// Whether the demo library gave a run or a service is not known later: services can be connected in between. Runs from before name services.
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table run add column of_library boolean not null default false');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table run drop column of_library');
}
