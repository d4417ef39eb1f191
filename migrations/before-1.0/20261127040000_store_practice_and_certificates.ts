import type { Knex } from 'knex';

// Every answer to a question of a quiz, when each question is due again, and certificates of completed courses.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table question_answer (
      account_id uuid not null references account on delete cascade,
      -- made by the client: the answer sent again is the same answer
      id uuid not null,
      course_id uuid not null references course on delete cascade,
      lesson_id uuid not null,
      question_id text not null check (char_length(question_id) between 1 and 60),
      chosen_id text not null check (char_length(chosen_id) between 1 and 60),
      is_right boolean not null,
      answered_at timestamptz not null default clock_timestamp(),
      primary key (account_id, id)
    );
    create index question_answer_lesson on question_answer (account_id, course_id, lesson_id, question_id, answered_at desc);
    create index question_answer_course on question_answer (course_id);

    create table review_card (
      account_id uuid not null references account on delete cascade,
      course_id uuid not null references course on delete cascade,
      lesson_id uuid not null,
      question_id text not null,
      due_at timestamptz not null,
      card jsonb not null,
      primary key (account_id, course_id, lesson_id, question_id)
    );
    create index review_card_due on review_card (account_id, due_at);
    create index review_card_course on review_card (course_id);

    create table certificate (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      course_id uuid references course on delete set null,
      course_title text not null,
      holder_name text not null,
      lesson_count integer not null,
      completed_at timestamptz not null,
      issued_at timestamptz not null default now(),
      revoked_at timestamptz,
      revoked_by text,
      unique (account_id, course_id)
    );
    create index certificate_course on certificate (course_id) where course_id is not null;
  `);
}
