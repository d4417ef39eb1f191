import type { Knex } from 'knex';

// Courses as audio: the lessons that were spoken, where people stopped listening, and private podcast feeds.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table audio_course (
      course_id uuid not null references course on delete cascade,
      language text not null,
      account_id uuid not null references account on delete cascade,
      style text not null check (style in ('voice', 'dialogue')),
      run_id uuid references run on delete set null,
      is_published boolean not null default false,
      created_at timestamptz not null default now(),
      primary key (course_id, language)
    );
    create index audio_course_account on audio_course (account_id, created_at);
    create index audio_course_run on audio_course (run_id);

    create table audio_lesson (
      course_id uuid not null,
      language text not null,
      lesson_id uuid not null,
      account_id uuid not null references account on delete cascade,
      source_hash text not null,
      turns jsonb not null,
      media_id uuid not null references media_object,
      seconds real not null check (seconds > 0),
      spoken_by text not null,
      written_by text not null,
      made_at timestamptz not null default now(),
      checked_by text,
      primary key (course_id, language, lesson_id),
      foreign key (course_id, language) references audio_course on delete cascade
    );
    create index audio_lesson_account on audio_lesson (account_id, made_at);
    create index audio_lesson_media on audio_lesson (media_id);

    create table audio_place (
      account_id uuid not null references account on delete cascade,
      course_id uuid not null references course on delete cascade,
      language text not null,
      lesson_id uuid not null,
      seconds int not null check (seconds >= 0),
      changed_at timestamptz not null default now(),
      primary key (account_id, course_id)
    );
    create index audio_place_course on audio_place (course_id);

    create table audio_feed (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      course_id uuid not null references course on delete cascade,
      language text not null,
      created_at timestamptz not null default now(),
      unique (account_id, course_id, language)
    );
    create index audio_feed_course on audio_feed (course_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table audio_feed, audio_place, audio_lesson, audio_course');
}
