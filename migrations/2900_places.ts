import type { Knex } from 'knex';

// Study locations, events, and the positions of adults who want to be found nearby. A position is deleted when its owner loses the right to
// share it.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table study_place (
      id uuid primary key,
      account_id uuid references account on delete set null,
      name text not null,
      description text not null default '',
      address text not null,
      cell_y integer not null,
      cell_x integer not null,
      type text not null,
      hours text not null default '',
      amenities text[] not null default '{}',
      is_sample boolean not null default false,
      created_at timestamptz not null default now()
    );
    create index study_place_account on study_place (account_id);
    create index study_place_cell on study_place (cell_y, cell_x, id);

    create table study_place_rating (
      place_id uuid not null references study_place on delete cascade,
      account_id uuid not null references account on delete cascade,
      stars smallint not null check (stars between 1 and 5),
      rated_at timestamptz not null default now(),
      primary key (place_id, account_id)
    );
    create index study_place_rating_account on study_place_rating (account_id);

    create table local_event (
      id uuid primary key,
      account_id uuid references account on delete set null,
      title text not null,
      description text not null default '',
      event_type text not null,
      location_name text not null,
      address text not null,
      cell_y integer not null,
      cell_x integer not null,
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      time_zone text not null,
      max_attendees integer not null check (max_attendees > 0),
      price_cents integer not null default 0 check (price_cents >= 0),
      is_sample boolean not null default false,
      cancelled_at timestamptz,
      created_at timestamptz not null default now(),
      check (ends_at > starts_at)
    );
    create index local_event_account on local_event (account_id, ends_at desc);
    create index local_event_cancelled on local_event (cancelled_at) where cancelled_at is not null;
    create index local_event_cell on local_event (cell_y, cell_x, ends_at) where cancelled_at is null;

    create table event_attendance (
      event_id uuid not null references local_event on delete cascade,
      account_id uuid not null references account on delete cascade,
      state text not null check (state in ('joined', 'waiting', 'offered', 'paying')),
      confirmation_code text unique,
      order_id uuid references billing_order on delete set null,
      held_until timestamptz,
      created_at timestamptz not null default clock_timestamp(),
      primary key (event_id, account_id),
      check ((state = 'joined') = (confirmation_code is not null)),
      check ((state in ('offered', 'paying')) = (held_until is not null))
    );
    create index event_attendance_account on event_attendance (account_id, created_at desc);
    create index event_attendance_held on event_attendance (held_until) where held_until is not null;
    create index event_attendance_order on event_attendance (order_id) where order_id is not null;
    create index event_attendance_turn on event_attendance (event_id, state, created_at);
    create index event_attendance_waiting on event_attendance (event_id) where state = 'waiting';

    create table learner_position (
      account_id uuid primary key references account on delete cascade,
      cell_y integer not null,
      cell_x integer not null,
      subjects text[] not null default '{}' check (cardinality(subjects) <= 5),
      status text not null default 'Available' check (status in ('Available', 'Busy')),
      shared_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index learner_position_age on learner_position (updated_at);
    create index learner_position_cell on learner_position (cell_y, cell_x, account_id);

    create function forget_position() returns trigger language plpgsql as $$
      begin
        delete from learner_position where account_id = new.id;
        return null;
      end $$;
    create trigger account_position after update of birth_year, deletion_due_at, deleted_at on account
      for each row when (new.birth_year is null or new.birth_year::numeric >= (extract(year from (now() at time zone 'UTC')) - 18)
        or new.deletion_due_at is not null or new.deleted_at is not null) execute function forget_position();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger account_position on account;
    drop table learner_position, event_attendance, local_event, study_place_rating, study_place;
    drop function forget_position();
  `);
}
