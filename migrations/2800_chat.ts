import type { Knex } from 'knex';

// Chat rooms and messages. Processes that cache who may enter a room are notified when something that determines it changes; a room is
// notified when one of its messages was judged.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table chat_room (
      id uuid primary key,
      kind text not null check (kind in ('community', 'group', 'direct', 'study')),
      first_id uuid references account on delete cascade,
      second_id uuid references account on delete cascade,
      last_change bigint not null default 0,
      created_at timestamptz not null default now(),
      group_id uuid references study_group on delete cascade,
      study_id uuid references study_room on delete cascade,
      check ((kind = 'direct') = (first_id is not null and second_id is not null and first_id < second_id)),
      check ((kind = 'group') = (group_id is not null)),
      check ((kind = 'study') = (study_id is not null))
    );
    create unique index chat_room_direct on chat_room (first_id, second_id) where first_id is not null;
    create unique index chat_room_group on chat_room (group_id) where group_id is not null;
    create index chat_room_second on chat_room (second_id) where second_id is not null;
    create unique index chat_room_study on chat_room (study_id) where study_id is not null;

    create table chat_message (
      id uuid primary key,
      room_id uuid not null references chat_room on delete cascade,
      account_id uuid not null references account on delete cascade,
      place bigint not null,
      changed bigint not null,
      content text not null,
      mentions uuid[] not null default '{}',
      created_at timestamptz not null default now(),
      edited_at timestamptz,
      deleted_at timestamptz,
      unique (room_id, place)
    );
    create index chat_message_account on chat_message (account_id, created_at);
    create unique index chat_message_changed on chat_message (room_id, changed);
    create index chat_message_text_id on chat_message ((id::text));

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
      active boolean not null default true,
      seen_at timestamptz not null default now(),
      typing_room uuid,
      typing_until timestamptz,
      primary key (account_id, process_id)
    );
    create index live_presence_process on live_presence (process_id);

    create function tell_message_judged() returns trigger language plpgsql as $$
    declare
      room uuid;
      number bigint;
    begin
      select room_id into room from chat_message where id::text = new.subject_id;
      if room is null then return null; end if;
      update chat_room set last_change = last_change + 1 where id = room returning last_change into number;
      update chat_message set changed = number where id::text = new.subject_id;
      perform pg_notify('live', 'chat.message ' || room || ' ' || new.subject_id);
      return null;
    end $$;
    create trigger message_judged after update of state on public_text
      for each row when (new.subject_type = 'message' and old.state is distinct from new.state) execute function tell_message_judged();

    create function tell_chat_access_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('chat_access_changed', tg_argv[0]);
      return null;
    end $$;
    create trigger account_access after update of birth_year on account
      for each statement execute function tell_chat_access_changed('ages');
    create trigger parental_consent_access after insert or delete on parental_consent
      for each statement execute function tell_chat_access_changed('ages');
    create trigger person_block_access after insert or delete on person_block
      for each statement execute function tell_chat_access_changed('blocks');
    create trigger study_group_member_access after insert or delete or update of standing on study_group_member
      for each statement execute function tell_chat_access_changed('members');
    create trigger study_participant_access after insert or delete or update of left_at on study_participant
      for each statement execute function tell_chat_access_changed('members');

    insert into chat_room (id, kind) values ('00000000-0000-7000-8000-0000000c4a70', 'community');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger message_judged on public_text;
    drop trigger account_access on account;
    drop trigger parental_consent_access on parental_consent;
    drop trigger person_block_access on person_block;
    drop trigger study_group_member_access on study_group_member;
    drop trigger study_participant_access on study_participant;
    drop table live_presence, chat_read, chat_message, chat_room;
    drop function tell_message_judged(), tell_chat_access_changed();
  `);
}
