import type { Knex } from 'knex';

// Every step is a job of the queue, whose data people read: a step of one item says which.
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table step add column label text');
}
