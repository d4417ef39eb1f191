import type { Knex } from 'knex';

// Study groups and discussions.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table study_group (
      id uuid primary key,
      name text not null,
      description text not null,
      is_public boolean not null default true,
      is_sample boolean not null default false,
      creator_id uuid references account on delete set null,
      created_at timestamptz not null default now(),
      search_text text generated always as (folded_text(name || ' ' || description)) stored
    );
    create index study_group_creator on study_group (creator_id);
    create index study_group_recent on study_group (created_at desc, id desc);

    create table study_group_member (
      group_id uuid not null references study_group on delete cascade,
      account_id uuid not null references account on delete cascade,
      standing text not null check (standing in ('requested', 'member', 'owner')),
      joined_at timestamptz not null default now(),
      primary key (group_id, account_id)
    );
    create index study_group_member_account on study_group_member (account_id, joined_at desc);

    create table forum_member (
      account_id uuid not null references account on delete cascade,
      forum_id text not null check (forum_id in ('general', 'technical', 'learning', 'career')),
      joined_at timestamptz not null default now(),
      primary key (account_id, forum_id)
    );
    create index forum_member_forum on forum_member (forum_id);

    create table forum_post (
      id uuid primary key,
      author_id uuid not null references account on delete cascade,
      forum_id text check (forum_id in ('general', 'technical', 'learning', 'career')),
      group_id uuid references study_group on delete cascade,
      lesson_id uuid,
      lesson_title text,
      title text not null,
      content text not null,
      is_pinned boolean not null default false,
      is_locked boolean not null default false,
      is_sample boolean not null default false,
      created_at timestamptz not null default now(),
      edited_at timestamptz,
      active_at timestamptz not null default now(),
      search_text text generated always as (folded_text(title || ' ' || content)) stored,
      check ((forum_id is null) <> (group_id is null))
    );
    create index forum_post_all on forum_post (active_at desc, id desc) where forum_id is not null;
    create index forum_post_author on forum_post (author_id, active_at desc);
    create index forum_post_forum on forum_post (forum_id, active_at desc, id desc) where forum_id is not null;
    create index forum_post_group on forum_post (group_id, active_at desc, id desc) where group_id is not null;
    create index forum_post_lesson on forum_post (lesson_id, active_at desc, id desc) where lesson_id is not null;

    create table forum_reply (
      id uuid primary key,
      post_id uuid not null references forum_post on delete cascade,
      author_id uuid not null references account on delete cascade,
      content text not null,
      created_at timestamptz not null default now(),
      edited_at timestamptz
    );
    create index forum_reply_author on forum_reply (author_id);
    create index forum_reply_post on forum_reply (post_id, created_at, id);

    create table post_like (
      post_id uuid not null references forum_post on delete cascade,
      account_id uuid not null references account on delete cascade,
      liked_at timestamptz not null default now(),
      primary key (post_id, account_id)
    );
    create index post_like_account on post_like (account_id);

    create table reply_like (
      reply_id uuid not null references forum_reply on delete cascade,
      account_id uuid not null references account on delete cascade,
      liked_at timestamptz not null default now(),
      primary key (reply_id, account_id)
    );
    create index reply_like_account on reply_like (account_id);

    create table post_reading (
      account_id uuid not null references account on delete cascade,
      post_id uuid not null references forum_post on delete cascade,
      read_at timestamptz not null default now(),
      is_subscribed boolean not null default false,
      primary key (account_id, post_id)
    );
    create index post_reading_subscribed on post_reading (post_id) where is_subscribed;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table post_reading, reply_like, post_like, forum_reply, forum_post, forum_member, study_group_member, study_group;
  `);
}
