import type { Knex } from 'knex';

// A ready course of the free library is opened as a copy, once an account: the key decides between two tabs.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table course add column library_slug text;
    create unique index course_of_library on course (account_id, library_slug);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table course drop column library_slug`);
}
