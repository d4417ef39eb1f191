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
      issued_at timestamptz not null default now(),
      revoked_at timestamptz,
      revoked_by text,
      unique (account_id, course_id)
    );
    create index certificate_course on certificate (course_id) where course_id is not null;
  `);
  await knex.raw(comments);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table certificate, final_test, words_answer, review_card, question_answer');
}

export const comments = `
  comment on table question_answer is 'An answer to a question of a quiz.';
  comment on column question_answer.id is 'Made by the client, so that an answer sent twice is one answer.';
  comment on column question_answer.question_id is 'Id of the question in its lesson.';
  comment on column question_answer.chosen_ids is 'Options chosen, in order where the order matters; none for an answer in words.';

  comment on table review_card is 'When a person is asked a question again (spaced repetition).';
  comment on column review_card.card is 'State of the scheduler (ts-fsrs), its dates in ISO format.';

  comment on table words_answer is 'An answer in words, which a service grades.';
  comment on column words_answer.id is 'Made by the client, so that an answer sent twice is one answer.';
  comment on column words_answer.asked is 'The question with its rubric as it was then.';
  comment on column words_answer.second is 'Grade of another service, when the first was contested.';

  comment on table final_test is 'A final test with the questions that were drawn for it; one per person and course is open.';
  comment on column final_test.questions is 'As they were drawn, with the right answers.';
  comment on column final_test.answers is 'Options chosen for each question; null while it is open.';

  comment on table certificate is 'A certificate for a completed course. It stays valid when the course is deleted.';
  comment on column certificate.course_title is 'At the time of issue, as are the other figures.';
  comment on column certificate.revoked_by is 'Its owner or an operator, as in audit_entry.actor.';
`;
