import type { Knex } from 'knex';

// Answers to questions, cards to review, final tests and certificates.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table question_answer (
      account_id uuid not null references account on delete cascade,
      id uuid not null,
      course_id uuid not null references course on delete cascade,
      lesson_id uuid not null,
      question_id text not null check (char_length(question_id) between 1 and 60),
      is_right boolean not null,
      answered_at timestamptz not null default clock_timestamp(),
      chosen_ids text[] not null check (cardinality(chosen_ids) <= 8),
      primary key (account_id, id)
    );
    create index question_answer_course on question_answer (course_id);
    create index question_answer_lesson on question_answer (account_id, course_id, lesson_id, question_id, answered_at desc);

    create table review_card (
      account_id uuid not null references account on delete cascade,
      course_id uuid not null references course on delete cascade,
      lesson_id uuid not null,
      question_id text not null,
      due_at timestamptz not null,
      card jsonb not null,
      primary key (account_id, course_id, lesson_id, question_id)
    );
    create index review_card_course on review_card (course_id);
    create index review_card_due on review_card (account_id, due_at);

    create table words_answer (
      account_id uuid not null references account on delete cascade,
      id uuid not null,
      course_id uuid not null references course on delete cascade,
      lesson_id uuid not null,
      question_id text not null check (char_length(question_id) between 1 and 60),
      asked jsonb not null,
      text text not null check (char_length(text) between 1 and 2000),
      grade jsonb,
      second jsonb,
      written_at timestamptz not null default clock_timestamp(),
      primary key (account_id, id)
    );
    create index words_answer_course on words_answer (course_id);
    create index words_answer_lesson on words_answer (account_id, course_id, lesson_id, question_id, written_at desc);

    create table final_test (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      course_id uuid not null references course on delete cascade,
      questions jsonb not null,
      answers jsonb,
      right_count integer,
      passed boolean,
      started_at timestamptz not null default clock_timestamp(),
      finished_at timestamptz,
      check ((finished_at is null) = (passed is null) and (finished_at is null) = (answers is null))
    );
    create index final_test_course on final_test (course_id, account_id, finished_at desc);
    create unique index final_test_open on final_test (account_id, course_id) where finished_at is null;

    create table certificate (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      course_id uuid references course on delete set null,
      course_title text not null,
      holder_name text not null,
      lesson_count integer not null,
      completed_at timestamptz not null,
      course_version integer,
      issued_at timestamptz not null default now(),
      revoked_at timestamptz,
      revoked_by text,
      unique (account_id, course_id)
    );
    create index certificate_course on certificate (course_id) where course_id is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table certificate, final_test, words_answer, review_card, question_answer');
}
