import type { Knex } from 'knex';

// A learner's completed lessons, bookmarks, notes and achievements.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table reading_place (
      account_id uuid not null references account on delete cascade,
      course_id uuid not null references course on delete cascade,
      lesson_id uuid not null,
      position double precision not null default 0 check (position >= 0),
      read_at timestamptz not null default now(),
      primary key (account_id, course_id)
    );
    create index reading_place_course on reading_place (course_id);
    create index reading_place_recent on reading_place (account_id, read_at desc);

    create table lesson_completion (
      account_id uuid not null references account on delete cascade,
      course_id uuid not null references course on delete cascade,
      lesson_id uuid not null,
      completed_at timestamptz not null default now(),
      primary key (account_id, course_id, lesson_id)
    );
    create index lesson_completion_course on lesson_completion (course_id);
    create index lesson_completion_when on lesson_completion (account_id, completed_at);

    create table lesson_bookmark (
      account_id uuid not null references account on delete cascade,
      course_id uuid not null references course on delete cascade,
      lesson_id uuid not null,
      created_at timestamptz not null default now(),
      primary key (account_id, course_id, lesson_id)
    );
    create index lesson_bookmark_course on lesson_bookmark (course_id);

    create table course_completion (
      account_id uuid not null references account on delete cascade,
      course_id uuid not null references course on delete cascade,
      completed_at timestamptz not null default now(),
      primary key (account_id, course_id)
    );
    create index course_completion_course on course_completion (course_id);

    create table point_entry (
      id bigint generated always as identity primary key,
      account_id uuid not null references account on delete cascade,
      cause text not null,
      points integer not null,
      created_at timestamptz not null default now(),
      unique (account_id, cause)
    );

    create table lesson_note (
      account_id uuid not null references account on delete cascade,
      id uuid not null,
      course_id uuid not null references course on delete cascade,
      lesson_id uuid not null,
      passage jsonb,
      text text not null default '',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      search_text text generated always as (folded_text(text || ' ' || coalesce(passage->>'quote', ''))) stored,
      primary key (account_id, id),
      check (passage is not null or text <> '')
    );
    create index lesson_note_lesson on lesson_note (course_id, lesson_id);
    create index lesson_note_recent on lesson_note (account_id, created_at desc, id desc);

    create table activity_minute (
      account_id uuid not null references account on delete cascade,
      at timestamptz not null check (at = date_trunc('minute', at)),
      course_id uuid references course on delete set null,
      primary key (account_id, at)
    );
    create index activity_minute_course on activity_minute (course_id) where course_id is not null;

    create table achievement (
      account_id uuid not null references account on delete cascade,
      achievement text not null,
      awarded_at timestamptz not null default now(),
      primary key (account_id, achievement)
    );

    create table learning_goal (
      account_id uuid not null references account on delete cascade,
      subject text not null,
      course_id uuid references course on delete cascade,
      minutes integer check (minutes between 5 and 6000),
      due_on date,
      created_at timestamptz not null default now(),
      primary key (account_id, subject),
      check ((course_id is null) = (minutes is not null)),
      check ((course_id is null) = (due_on is null))
    );
    create index learning_goal_course on learning_goal (course_id) where course_id is not null;

    create table leaderboard_entry (
      account_id uuid primary key references account on delete cascade,
      display_name text not null,
      created_at timestamptz not null default now()
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table leaderboard_entry, learning_goal, achievement, activity_minute, lesson_note, point_entry, course_completion,
      lesson_bookmark, lesson_completion, reading_place;
  `);
}
