import type { Knex } from 'knex';

// What the workers do again and again, as they say it themselves, and what operators want of it. A wish to run now stays until it was done:
// a process that took it and died leaves it to the others.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table schedule (
      name text primary key,
      every_ms bigint not null,
      seen_at timestamptz not null default now(),
      paused_at timestamptz,
      asked_at timestamptz,
      taken_at timestamptz,
      last_started_at timestamptz,
      last_took_ms integer,
      -- null: it went well
      last_error text,
      next_at timestamptz
    );
  `);
}
