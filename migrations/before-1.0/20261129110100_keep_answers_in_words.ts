import type { Knex } from 'knex';

// Answers in words: what was asked and said, the grade of one service, and that of a second one where the first was contested.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table words_answer (
      account_id uuid not null references account on delete cascade,
      -- made by the client: the answer sent again is the same answer
      id uuid not null,
      course_id uuid not null references course on delete cascade,
      lesson_id uuid not null,
      question_id text not null check (char_length(question_id) between 1 and 60),
      -- as it was asked then, with its rubric
      asked jsonb not null,
      text text not null check (char_length(text) between 1 and 2000),
      grade jsonb,
      second jsonb,
      written_at timestamptz not null default clock_timestamp(),
      primary key (account_id, id)
    );
    create index words_answer_lesson on words_answer (account_id, course_id, lesson_id, question_id, written_at desc);
    create index words_answer_course on words_answer (course_id);
  `);
}
