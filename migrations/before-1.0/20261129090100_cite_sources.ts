import type { Knex } from 'knex';

// Which sources a course was written from. A source that is removed keeps its name here.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table run_source (
      run_id uuid not null references run on delete cascade,
      source_id uuid not null,
      name text not null,
      place integer not null,
      primary key (run_id, source_id)
    );
  `);
}
