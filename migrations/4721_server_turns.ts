import type { Knex } from 'knex';

/** Calls to a server of one's own queue by its host, in one line for all processes: it has one graphics card, whatever paths it has. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table server_lane (
      host text primary key,
      models jsonb not null default '{}',
      concurrency integer not null default 1 check (concurrency > 0),
      rates jsonb not null default '{}',
      since_trial integer not null default 0,
      pause integer not null default 2,
      call_ms float8 not null default 5000
    );
    create table server_turn (
      id uuid primary key,
      host text not null references server_lane on delete cascade,
      account_id uuid references account on delete cascade,
      lane text not null check (lane in ('interactive', 'batch')),
      asked_at timestamptz not null default clock_timestamp(),
      begun_at timestamptz,
      ended_at timestamptz,
      lease_until timestamptz not null
    );
    create index server_turn_in_line on server_turn (host, asked_at);
    create index server_turn_of_account on server_turn (account_id) where account_id is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table server_turn, server_lane');
}
