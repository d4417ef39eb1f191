import type { Knex } from 'knex';

// The clip of a course is a clip like any other; where it stands is a row of its own. `home_id` is that of its pictures. Captions are WebVTT.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table video_clip add column captions text;
    create table course_clip (
      home_id uuid primary key,
      account_id uuid not null references account on delete cascade,
      lesson_id uuid not null,
      run_id uuid not null references video_clip on delete cascade,
      created_at timestamptz not null default now()
    );
    create index course_clip_owner on course_clip (account_id, created_at, home_id);
    create index course_clip_run on course_clip (run_id);
  `);
}
