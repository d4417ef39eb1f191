import type { Knex } from 'knex';

// Pictures that are missing are another thing a batch makes: its items name places, and what was drawn is a call like any other.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table batch drop constraint batch_what_check;
    alter table batch add constraint batch_what_check check (what in ('refresh_all','refresh_matching','fix','missing_practice','media','translation'));
    alter table batch_item add column places text[] not null default '{}';
    create index course_picture_by_run on course_picture (run_id) where run_id is not null;
  `);
}
