import type { Knex } from 'knex';

// An outline that waits for its learner is edited for as long as they like, on any device: what they have made of it so far is kept here, and
// goes when it is accepted or its run ends.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table outline_draft (
      run_id uuid primary key references run on delete cascade,
      version integer not null check (version >= 1),
      draft jsonb not null,
      updated_at timestamptz not null default now()
    );
  `);
}
