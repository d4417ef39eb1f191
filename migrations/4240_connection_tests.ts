import type { Knex } from 'knex';

// The settings with which a connection test calls: they are not those of a connection, and include a key, which no run's request may
// contain. The key is deleted when the test has ended.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table connection_test (
      run_id uuid primary key references run (id) on delete cascade,
      settings_sealed bytea
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table connection_test;`);
}
