import type { Knex } from 'knex';

// What the product opens on is a person's choice on all their devices, not a browser's.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table user_settings add column opens_on text check (opens_on in ('builder', 'courses', 'studio', 'console'));
    comment on column user_settings.opens_on is 'What the product opens on after a sign-in; null: where the person works.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table user_settings drop column opens_on');
}
