import type { Knex } from 'knex';

// A run whose learner checks the outline first waits in stage `approval` until this time is set.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table run add column approved_at timestamptz`);
}
