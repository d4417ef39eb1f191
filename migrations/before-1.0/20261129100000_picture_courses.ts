import type { Knex } from 'knex';

// A place of a course (its cover, one of its modules) and the picture that stands there. `home_id` is the run that writes the course, so that
// a picture can be there before its course; without a run it is the course itself. A module is known by its lessons, which keep their ids.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table course_picture (
      home_id uuid not null,
      place text not null check (place = 'cover' or place like 'module:%'),
      account_id uuid not null references account on delete cascade,
      lessons uuid[] not null default '{}',
      state text not null check (state in ('drawn', 'missing', 'removed')),
      media_id uuid references media_object,
      thumb_id uuid references media_object,
      alt text not null default '' check (char_length(alt) <= 400),
      prompt text not null default '',
      error_code text,
      run_id uuid references run on delete set null,
      changed_at timestamptz not null default now(),
      primary key (home_id, place),
      check ((state = 'drawn') = (media_id is not null)),
      check ((media_id is null) = (thumb_id is null))
    );
    create index course_picture_owner on course_picture (account_id, changed_at, home_id, place);
    create index course_picture_media on course_picture (media_id) where media_id is not null;
    create index course_picture_thumb on course_picture (thumb_id) where thumb_id is not null;
    create index course_picture_run on course_picture (run_id) where run_id is not null;
  `);
}
