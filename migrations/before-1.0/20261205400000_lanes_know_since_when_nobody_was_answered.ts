import type { Knex } from 'knex';

// Steps wait for an outage by its own length, not by their age: a service's lane stores since when it has answered nobody, and when that was
// last seen, because old evidence says nothing about now.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table vendor_lane add column unanswered_since timestamptz, add column unanswered_at timestamptz`);
}
