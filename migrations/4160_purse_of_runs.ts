import type { Knex } from 'knex';

// An order stores what pays for it: a person removed from an organisation in the meantime must see that their own tokens are used.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table run add column paid_from text check (paid_from in ('plan', 'own', 'organisation'))`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table run drop column paid_from`);
}
