import type { Knex } from 'knex';

// A batch may translate: into which language stands beside what it does.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table batch add column into_language text;
    alter table batch drop constraint batch_what_check;
    alter table batch add constraint batch_what_check
      check (what in ('refresh_all','refresh_matching','fix','missing_practice','translation'));
    alter table batch add constraint batch_into_language_check check ((what = 'translation') = (into_language is not null));
  `);
}
