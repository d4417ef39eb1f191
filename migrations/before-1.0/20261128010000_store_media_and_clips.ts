import type { Knex } from 'knex';

// Bytes live in an object store; a row here says whose they are. Clips are runs of the engine with a row for what is shown of them.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table media_object (
      id uuid primary key,
      -- null: its owner has gone, the sweep takes the bytes and then the row
      account_id uuid references account on delete set null,
      kind text not null,
      type text not null,
      bytes bigint not null check (bytes > 0),
      sha256 text not null,
      created_at timestamptz not null default now(),
      deleted_at timestamptz
    );
    create index media_object_owner on media_object (account_id);
    create index media_object_unused on media_object (created_at) where deleted_at is not null or account_id is null;

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
      created_at timestamptz not null default now()
    );
    create index video_clip_newest on video_clip (account_id, created_at desc, run_id desc);
    create index video_clip_image on video_clip (image_id) where image_id is not null;
    create index video_clip_video on video_clip (video_id) where video_id is not null;
    create index video_clip_poster on video_clip (poster_id) where poster_id is not null;
  `);
}
