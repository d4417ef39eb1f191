import type { Knex } from 'knex';

// Simulations are another thing a batch makes, for courses that have none.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table batch drop constraint batch_what_check;
    alter table batch add constraint batch_what_check
      check (what in ('refresh_all', 'refresh_matching', 'fix', 'missing_practice', 'media', 'simulation', 'translation'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from run where id in (select run_id from batch where what = 'simulation');
    alter table batch drop constraint batch_what_check;
    alter table batch add constraint batch_what_check
      check (what in ('refresh_all', 'refresh_matching', 'fix', 'missing_practice', 'media', 'translation'));
  `);
}
