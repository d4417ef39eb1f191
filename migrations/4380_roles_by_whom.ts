import type { Knex } from 'knex';

// By whom a person has a role: what a directory gave it can take again, and what was given by hand stays. Roles of before count as by hand.
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
