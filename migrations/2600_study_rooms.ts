import type { Knex } from 'knex';

// Rooms in which people learn together.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table study_room (
      id uuid primary key,
      account_id uuid references account on delete set null,
      client_key uuid not null,
      name text not null,
      created_at timestamptz not null default now(),
      ended_at timestamptz
    );
    create unique index study_room_key on study_room (account_id, client_key);
    create index study_room_open on study_room (created_at desc, id) where ended_at is null;

    create table study_participant (
      room_id uuid not null references study_room on delete cascade,
      account_id uuid not null references account on delete cascade,
      joined_at timestamptz not null default now(),
      seen_at timestamptz not null default now(),
      left_at timestamptz,
      primary key (room_id, account_id)
    );
    create index study_participant_account on study_participant (account_id);
    create index study_participant_there on study_participant (seen_at) where left_at is null;

    create table study_signal (
      id bigint generated always as identity primary key,
      room_id uuid not null references study_room on delete cascade,
      from_id uuid not null references account on delete cascade,
      to_id uuid not null references account on delete cascade,
      data text not null,
      created_at timestamptz not null default now()
    );
    create index study_signal_age on study_signal (created_at);
    create index study_signal_from on study_signal (from_id);
    create index study_signal_room on study_signal (room_id);
    create index study_signal_to on study_signal (to_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table study_signal, study_participant, study_room');
}
