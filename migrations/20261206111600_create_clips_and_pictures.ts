import type { Knex } from 'knex';

// Video clips, and the pictures and clips that stand in courses.
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
  await knex.raw(comments);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table course_clip, course_picture, video_clip');
}

export const comments = `
  comment on table video_clip is 'What is shown of a video clip; the work is its run.';
  comment on column video_clip.prompt is 'What the clip shows, as it was asked for.';
  comment on column video_clip.negative_prompt is 'What it must not show.';
  comment on column video_clip.image_id is 'The picture it starts from.';
  comment on column video_clip.image_name is 'That picture''s file name.';
  comment on column video_clip.poster_id is 'Its still picture.';
  comment on column video_clip.captions is 'WebVTT; null: none.';

  comment on table course_picture is 'A place for a picture in a course (its cover, or a module) and what stands there.';
  comment on column course_picture.home_id is
    'The run that writes the course, so that a picture can be there before its course; the course itself if no run wrote it.';
  comment on column course_picture.place is 'cover or module:<id of the first lesson when it was drawn>.';
  comment on column course_picture.lessons is 'Of a module: its lessons, which keep their ids.';
  comment on column course_picture.state is 'missing: drawing failed (error_code); removed: its owner took it out.';
  comment on column course_picture.thumb_id is 'A smaller copy.';
  comment on column course_picture.alt is 'Description for people who do not see it.';
  comment on column course_picture.prompt is 'What the service was asked to draw.';

  comment on table course_clip is 'Where in a course its video clip stands.';
  comment on column course_clip.home_id is 'As in course_picture.';
  comment on column course_clip.run_id is 'The clip.';
`;
