import type { Knex } from 'knex';

// What operators hold back and how much runs at once outlives every process. A queue that is held is named by its lane and the jobs it
// carries, so that a claim needs nothing but the step and its run.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table paused_work (
      scope text not null check (scope in ('queue','kind','batch')),
      name text not null,
      lane text,
      jobs text[] not null default '{}',
      paused_at timestamptz not null default now(),
      primary key (scope, name),
      check ((scope = 'queue') = (lane is not null))
    );
    create table operator_setting (
      name text primary key,
      value double precision not null,
      updated_at timestamptz not null default now()
    );
    -- an operator has put it before all others
    alter table run add column promoted_at timestamptz;
    -- nobody asks it before an operator says so
    alter table vendor_lane add column paused_at timestamptz;
  `);
}
