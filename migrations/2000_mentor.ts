import type { Knex } from 'knex';

// Conversations with the mentor.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table mentor_session (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      title text not null check (title <> '' and char_length(title) <= 120),
      engine text not null check (engine in ('claude', 'gemini', 'gpt4', 'grok')),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      tutor_course_id uuid references course on delete set null,
      tutor_lesson_id uuid,
      tutor_answers_left integer check (tutor_answers_left >= 0),
      tutor_by_plan boolean not null default false,
      constraint mentor_session_tutor_lesson check ((tutor_lesson_id is null) = (tutor_answers_left is null))
    );
    create index mentor_session_of_tutor_course on mentor_session (tutor_course_id) where tutor_course_id is not null;
    create index mentor_session_recent on mentor_session (account_id, updated_at desc, id desc);

    create table mentor_message (
      account_id uuid not null references account on delete cascade,
      id uuid not null,
      session_id uuid not null references mentor_session on delete cascade,
      sender text not null check (sender in ('user', 'other')),
      reply_to uuid,
      text text not null default '',
      state text not null check (state in ('sending', 'sent', 'stopped', 'failed')),
      engine text check (engine in ('claude', 'gemini', 'gpt4', 'grok')),
      engine_used text check (engine_used in ('claude', 'gemini', 'gpt4', 'grok')),
      course_id uuid references course on delete set null,
      lesson_id uuid,
      passage text,
      socratic boolean not null default false,
      knows jsonb,
      quotes jsonb not null default '[]',
      safety text check (safety in ('self_harm', 'abuse', 'minors')),
      error_code text,
      error_detail text,
      centitokens integer not null default 0 check (centitokens >= 0),
      paid_by_plan boolean not null default false,
      lease_until timestamptz,
      stop_requested boolean not null default false,
      created_at timestamptz not null default clock_timestamp(),
      ended_at timestamptz,
      search_text text generated always as (folded_text(text)) stored,
      primary key (account_id, id),
      check ((sender = 'other') = (reply_to is not null)),
      check ((state = 'sending') = (lease_until is not null))
    );
    create index mentor_message_lease on mentor_message (lease_until) where state = 'sending';
    create index mentor_message_of_course on mentor_message (course_id) where course_id is not null;
    create index mentor_message_of_session on mentor_message (session_id, created_at desc, id desc);
    create unique index mentor_message_one_sending on mentor_message (session_id) where state = 'sending';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table mentor_message, mentor_session');
}
