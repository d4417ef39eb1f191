import type { Knex } from 'knex';

// A student's due dates as a calendar that other programs read at a secret address. Published events are stored, so that a change gets a
// higher number and a withdrawn date is published as cancelled, whatever withdrew it.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table due_calendar (
      id uuid primary key,
      account_id uuid not null unique references account on delete cascade,
      created_at timestamptz not null default now()
    );
    create table due_calendar_entry (
      calendar_id uuid not null references due_calendar on delete cascade,
      assignment_id uuid not null,
      title text not null,
      class_name text not null,
      due_at timestamptz not null,
      sequence integer not null default 0,
      changed_at timestamptz not null default now(),
      cancelled_at timestamptz,
      primary key (calendar_id, assignment_id)
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table due_calendar_entry, due_calendar');
}
