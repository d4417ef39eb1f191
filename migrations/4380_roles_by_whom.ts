import type { Knex } from 'knex';

// Who assigned a person's role: a directory can withdraw a role that it assigned, and a role assigned by hand stays. Older roles count as
// assigned by hand.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table organisation_person
      add column role_by text not null default 'hand' check (role_by in ('hand', 'directory', 'sign_in')),
      add column hand_role text check (hand_role in ('administrator', 'teacher', 'member'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table organisation_person drop column role_by, drop column hand_role');
}
