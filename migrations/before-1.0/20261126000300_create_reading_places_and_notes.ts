import type { Knex } from 'knex';

// Where somebody is in each course, so that reading goes on there on any device; and their notes and highlights. A note keeps the passage it
// stands on in words, so that it finds the passage in later versions; it belongs to a lesson's lasting id, also when no version has that lesson.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table reading_place (
      account_id uuid not null references account on delete cascade,
      course_id uuid not null references course on delete cascade,
      lesson_id uuid not null,
      -- whole part: the block of the lesson; fraction: how far into it
      position double precision not null default 0 check (position >= 0),
      read_at timestamptz not null default now(),
      primary key (account_id, course_id)
    );
    create index reading_place_recent on reading_place (account_id, read_at desc);
    create index reading_place_course on reading_place (course_id);
    insert into reading_place (account_id, course_id, lesson_id, read_at)
      select distinct on (account_id, course_id) account_id, course_id, lesson_id, completed_at
        from lesson_completion order by account_id, course_id, completed_at desc;

    create table lesson_note (
      account_id uuid not null references account on delete cascade,
      -- made by the client, so that a note sent twice is one note
      id uuid not null,
      course_id uuid not null references course on delete cascade,
      lesson_id uuid not null,
      -- null: the note is on the whole lesson
      passage jsonb,
      text text not null default '',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (account_id, id),
      check (passage is not null or text <> '')
    );
    create index lesson_note_recent on lesson_note (account_id, created_at desc, id desc);
    create index lesson_note_lesson on lesson_note (course_id, lesson_id);
  `);
}
