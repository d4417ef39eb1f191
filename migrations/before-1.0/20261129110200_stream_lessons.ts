import type { Knex } from 'knex';

// What a service has sent so far of the lesson it is writing. Unlogged: after a crash of the store it is empty, and the next chunk fills it.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create unlogged table lesson_stream (
      step_id uuid primary key references step on delete cascade,
      -- of the claim that writes: a later one's text takes the place of an earlier one's
      fence integer not null,
      content text not null
    );
  `);
}
