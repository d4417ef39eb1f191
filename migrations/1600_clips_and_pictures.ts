import type { Knex } from 'knex';

// Video clips, and the pictures and clips in courses.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table video_clip (
      run_id uuid primary key references run on delete cascade,
      account_id uuid not null references account on delete cascade,
      title text not null,
      prompt text not null,
      negative_prompt text not null default '',
      mode text not null check (mode in ('fast', 'quality')),
      seconds integer not null check (seconds > 0),
      image_id uuid references media_object,
      image_name text,
      video_id uuid references media_object,
      poster_id uuid references media_object,
      created_at timestamptz not null default now(),
      captions text
    );
    create index video_clip_image on video_clip (image_id) where image_id is not null;
    create index video_clip_newest on video_clip (account_id, created_at desc, run_id desc);
    create index video_clip_poster on video_clip (poster_id) where poster_id is not null;
    create index video_clip_video on video_clip (video_id) where video_id is not null;

    create table course_picture (
      home_id uuid not null,
      place text not null check (place = 'cover' or place ~~ 'module:%'),
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
    create index course_picture_by_run on course_picture (run_id) where run_id is not null;
    create index course_picture_media on course_picture (media_id) where media_id is not null;
    create index course_picture_owner on course_picture (account_id, changed_at, home_id, place);
    create index course_picture_run on course_picture (run_id) where run_id is not null;
    create index course_picture_thumb on course_picture (thumb_id) where thumb_id is not null;

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

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table course_clip, course_picture, video_clip');
}
