import type { Knex } from 'knex';

// What operators see of the queues is counted from the rows: who works (each process says so again and again), what is paused, and indexes
// for the counts. An alert is open while its rule holds for its subject.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table worker_process (
      id text primary key,
      started_at timestamptz not null default now(),
      seen_at timestamptz not null default now(),
      lanes text[] not null,
      queues text[] not null,
      concurrency integer not null,
      held integer not null
    );
    create index worker_process_seen on worker_process (seen_at);
    create index step_ended on step (finished_at) where state in ('completed','failed');
    create index step_failed on step (finished_at desc, id desc) where state = 'failed';
    create index run_ended on run (finished_at) where finished_at is not null;

    create table operator_alert (
      id uuid primary key,
      rule text not null,
      subject text not null,
      value double precision not null,
      -- since when it holds; it opens when it has held for as long as its rule says
      holds_since timestamptz not null default now(),
      opened_at timestamptz,
      ended_at timestamptz,
      check (ended_at is null or opened_at is not null)
    );
    create unique index operator_alert_live on operator_alert (rule, subject) where ended_at is null;
    create index operator_alert_recent on operator_alert (opened_at desc, id desc) where opened_at is not null;
  `);
}
