import type { Knex } from 'knex';

// After the study groups' tables, hence its number. A room goes with the group or the study room it belongs to. And a message whose standing with the moderators changes has changed for whoever
// reads it: it takes the room's next number, as an edit does, and is told.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table chat_room
      add column group_id uuid references study_group on delete cascade,
      add column study_id uuid references study_room on delete cascade;
    update chat_room set study_id = subject_id where kind = 'study';
    delete from chat_room where kind = 'group';
    alter table chat_room drop column subject_id;
    alter table chat_room add check ((kind = 'group') = (group_id is not null)), add check ((kind = 'study') = (study_id is not null));
    create unique index chat_room_group on chat_room (group_id) where group_id is not null;
    create unique index chat_room_study on chat_room (study_id) where study_id is not null;

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
    create index chat_message_text_id on chat_message ((id::text));
    create trigger message_judged after update of state on public_text
      for each row when (new.subject_type = 'message' and old.state is distinct from new.state) execute function tell_message_judged();
  `);
}
