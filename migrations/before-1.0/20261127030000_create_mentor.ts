import type { Knex } from 'knex';

// Conversations with the AI mentor. A message keeps which lesson it was asked about and what the mentor knew of it then; an answer under way
// has a lease, so that one whose process is gone is ended by another, and one session has one answer under way.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table mentor_session (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      title text not null check (title <> '' and char_length(title) <= 120),
      engine text not null check (engine in ('claude', 'gemini', 'gpt4', 'grok')),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index mentor_session_recent on mentor_session (account_id, updated_at desc, id desc);

    create table mentor_message (
      account_id uuid not null references account on delete cascade,
      -- of a question made by the client, so that one sent twice is one question
      id uuid not null,
      session_id uuid not null references mentor_session on delete cascade,
      sender text not null check (sender in ('user', 'other')),
      -- of an answer: its question
      reply_to uuid,
      text text not null default '',
      state text not null check (state in ('sending', 'sent', 'stopped', 'failed')),
      -- of an answer: who was asked, and who answered
      engine text check (engine in ('claude', 'gemini', 'gpt4', 'grok')),
      engine_used text check (engine_used in ('claude', 'gemini', 'gpt4', 'grok')),
      -- of a question: the open lesson, the passage it is about, and whether the answer should only guide
      course_id uuid references course on delete set null,
      lesson_id uuid,
      passage text,
      socratic boolean not null default false,
      -- of an answer: what it was told of the course, and the passages it quotes
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
      primary key (account_id, id),
      check ((sender = 'other') = (reply_to is not null)),
      check ((state = 'sending') = (lease_until is not null))
    );
    create index mentor_message_of_session on mentor_message (session_id, created_at desc, id desc);
    create index mentor_message_of_course on mentor_message (course_id) where course_id is not null;
    create unique index mentor_message_one_sending on mentor_message (session_id) where state = 'sending';
    create index mentor_message_lease on mentor_message (lease_until) where state = 'sending';
  `);
}
