import type { Knex } from 'knex';

// A run that failed after its outline can go on; each attempt reserves anew, because the one before has given everything back. And a
// notification of what was written says how much of it.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table run add column attempt integer not null default 1 check (attempt >= 1);
    alter table notification add column delivered integer, add column planned integer,
      add check ((delivered is null) = (planned is null) and delivered between 0 and planned);
  `);
}
