import type { Knex } from 'knex';

// An order says what pays for it: who is taken out of an organisation meanwhile must see that their own tokens do.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table run add column paid_from text check (paid_from in ('plan', 'own', 'organisation'))`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table run drop column paid_from`);
}
