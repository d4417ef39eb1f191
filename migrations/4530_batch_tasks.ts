import type { Knex } from 'knex';

// Kinds of work declare the batch tasks, and the endpoints refuse all others: a further task needs no migration. An older release writes
// the tasks that it knows, as before.
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table batch drop constraint batch_what_check');
}

export async function down(knex: Knex): Promise<void> {
  // later tasks are kept
  await knex.raw(`
    alter table batch add constraint batch_what_check
      check (what in ('refresh_all', 'refresh_matching', 'fix', 'missing_practice', 'media', 'simulation', 'translation')) not valid
  `);
}
