import type { Knex } from 'knex';

// Chat: a message is a row first, then an event. Every change in a room takes the room's next number, so whoever missed something asks for what
// has a higher one. Presence is a row a person and process, renewed while the person is there; tickets open a socket once.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table chat_room (
      id uuid primary key,
      kind text not null check (kind in ('community', 'group', 'direct', 'study')),
      -- what it belongs to: the study group's or the study room's id
      subject_id uuid,
      -- the two of a direct room, the smaller id first
      first_id uuid references account on delete cascade,
      second_id uuid references account on delete cascade,
      -- of the newest change in it
      last_change bigint not null default 0,
      created_at timestamptz not null default now(),
      check ((kind = 'direct') = (first_id is not null and second_id is not null and first_id < second_id)),
      check ((kind in ('group', 'study')) = (subject_id is not null))
    );
    create unique index chat_room_subject on chat_room (subject_id) where subject_id is not null;
    create unique index chat_room_direct on chat_room (first_id, second_id) where first_id is not null;
    create index chat_room_second on chat_room (second_id) where second_id is not null;
    insert into chat_room (id, kind) values ('00000000-0000-7000-8000-0000000c4a70', 'community');

    create table chat_message (
      id uuid primary key,
      room_id uuid not null references chat_room on delete cascade,
      account_id uuid not null references account on delete cascade,
      -- its place in the room; "changed" is the number of its newest change
      place bigint not null,
      changed bigint not null,
      content text not null,
      mentions uuid[] not null default '{}',
      created_at timestamptz not null default now(),
      edited_at timestamptz,
      deleted_at timestamptz,
      unique (room_id, place)
    );
    create unique index chat_message_changed on chat_message (room_id, changed);
    create index chat_message_account on chat_message (account_id, created_at);

    create table chat_read (
      account_id uuid not null references account on delete cascade,
      room_id uuid not null references chat_room on delete cascade,
      place bigint not null,
      primary key (account_id, room_id)
    );
    create index chat_read_room on chat_read (room_id);

    create unlogged table live_presence (
      account_id uuid not null references account on delete cascade,
      process_id uuid not null,
      -- false: the tab is hidden
      active boolean not null default true,
      seen_at timestamptz not null default now(),
      typing_room uuid,
      typing_until timestamptz,
      primary key (account_id, process_id)
    );
    create index live_presence_process on live_presence (process_id);

    create table live_ticket (
      token_hash bytea primary key,
      session_id uuid not null references session on delete cascade,
      expires_at timestamptz not null
    );
    create index live_ticket_session on live_ticket (session_id);
  `);
}
