import type { Knex } from 'knex';

// With which settings a test of a connection calls: they are not those of a connection, and have a key, which no run's request may hold. The key is
// gone when the test has ended.
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
